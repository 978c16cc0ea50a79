"""Print the composition of packs, and the odds of cards dealt and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..gaming.games.measures import Ceiling, PackFigure
from ..gaming.lab.composition import Composition
from ..gaming.lab.odds import CeilingOdds, DrawnByTurn, HandOdds, Odds, OpeningHandOdds
from ..gaming.lab.words import share_in_words, subject_of_share
from ..units import count_with_noun
from . import playing
from .deck_answers import answer_lines
from .share_tables import (
    LONGEST,
    Rows,
    folded_table_lines,
    percent_text,
    short_name,
    table_width,
    turns_with_columns,
    wrapped_to_terminal,
)
from .terminal import TABLE_WIDTH, echo, printable_text, table_lines

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..jobs.result import Result
    from ..jobs.stats import Stats

#: Maximum number of cards in a hand with their own columns.
_MOST_EXACT = 4
#: A table of suits and ranks is written as a list if fewer than one cell in this many is filled.
_SPARSE = 4
#: Maximum number of ceilings described in sentences.
_MOST_CEILINGS = 6
#: Maximum number of characters of a fraction that is written out.
_LONGEST_FRACTION = 11
#: Maximum number of extras that are listed.
_LISTED = 6


def print_report(job: Stats, examined: Examined, made: Result) -> None:
    """Print the composition and odds of packs, as text or as CSV."""
    if job.format == "text":
        echo("\n\n\n".join(_composition_and_odds_text(*each) for each in made.result))
    else:
        from ..gaming.lab.stats_records import csv_rows

        playing.print_csv(list(csv_rows(made.result)))


def _composition_and_odds_text(composition: Composition, odds: Odds) -> str:
    """Return the composition and odds of a pack as text, without a final line end."""
    lines = [*_heading_lines(composition)]
    for part in (
        _quantity_lines(composition),
        list(_column_lines(composition)),
        list(_icon_set_lines(composition)),
    ):
        lines += ["", *part] if part else []
    if composition.ceilings:
        lines += ["", *_green_and_red_lines(composition)]
    if any(hand.ceiling_odds for hand in odds.hands):
        lines += ["", *_ceiling_lines(composition, odds)]
    for hand in odds.hands:
        lines += ["", *_hand_lines(hand, odds)]
    asked = [each.wanted.title for each in odds.hands[0].openings] if odds.hands else []
    labels = [kind.label for kind in composition.extras]
    is_whole = odds.questions.deck is None and odds.questions.out is None
    if is_whole and not composition.suits and asked and labels[: len(asked)] == asked != labels:
        lines += [
            "",
            f"This shows the first {len(asked)} of {len(labels)} {composition.unit}s; use --of for others.",
        ]
    return "\n".join(lines)


# --- what is in the pack -------------------------------------------------------------------------


def _heading_lines(composition: Composition) -> Iterator[str]:
    """Yield the pack's name, and its numbers of cards and suits."""
    yield printable_text(composition.name) + (
        f", {printable_text(composition.edition)}" if composition.edition else ""
    )
    suits = count_with_noun(len(composition.suits), "suit")
    text = f"{count_with_noun(composition.cards, 'card')} in {suits}"
    if not composition.suits:
        yield count_with_noun(composition.pieces, composition.unit)
        return
    beside = sum(kind.quantity for kind in composition.extras)
    if beside:
        names = ", ".join(
            _label_with_quantity(kind.label, kind.quantity) for kind in composition.extras[:_LISTED]
        )
        more = len(composition.extras) - _LISTED
        text += f", and {beside:,} beside them: {names}" + (f" and {more:,} others" if more > 0 else "")
    yield from wrapped_to_terminal(text, 0)


def _label_with_quantity(label: str, quantity: int) -> str:
    """Return a label, with its quantity if it is more than one."""
    return label if quantity == 1 else f"{label} ×{quantity:,}"


def _quantity_lines(composition: Composition) -> list[str]:
    """Return the lines of a table with the quantity of each card, and totals of suits. Either suits or ranks
    are rows, whichever takes fewer lines.
    """
    totals = _total_rows(composition)
    kinds = sum(len(suit.kinds) for suit in composition.suits)
    if not kinds:
        return []
    if len(composition.suits) * len(composition.ranks) > _SPARSE * kinds + TABLE_WIDTH:
        return [*folded_table_lines(totals), "", *_quantity_list_lines(composition)]
    down = _quantity_grid(composition)
    whole = [[*row, *more[1:]] for row, more in zip(down, totals, strict=True)]
    if table_width(whole) <= TABLE_WIDTH:
        return table_lines(whole)
    tables = [folded_table_lines(down), folded_table_lines([list(row) for row in zip(*down, strict=True)])]
    return [*folded_table_lines(totals), "", *min(tables, key=len)]


def _quantity_grid(composition: Composition) -> Rows:
    """Return a table of quantities, with a row for each suit and a column for each rank; with several suits,
    also their total.
    """
    suits, ranks = composition.suits, composition.ranks
    counts = [[composition.quantity(suit.key, rank) for rank in ranks] for suit in suits]
    rows = [["", *(short_name(rank) for rank in ranks)]]
    rows += [
        [short_name(suit.title), *map(_count_text, row)] for suit, row in zip(suits, counts, strict=True)
    ]
    if len(suits) > 1:
        rows.append(["all", *(_count_text(sum(column)) for column in zip(*counts, strict=True))])
    return rows


def _count_text(count: int) -> str:
    """Return a number as text; "-" for 0."""
    return f"{count:,}" if count else "-"


def _total_rows(composition: Composition) -> Rows:
    """Return a table of suits: cards and their share; with points, also their sum, share, mean and standard
    deviation.
    """
    numbers = any(suit.points is not None for suit in composition.suits)
    rows = [["", "cards", "share", *(("points", "share", "mean", "spread") if numbers else ())]]
    for suit in composition.suits:
        row = [
            short_name(suit.title),
            f"{suit.cards:,}",
            percent_text(Fraction(suit.cards, composition.cards)),
        ]
        if suit.points is not None and suit.mean is not None:
            share = percent_text(Fraction(suit.points, composition.points)) if composition.points else ""
            row += [f"{suit.points:,}", share, f"{float(suit.mean):.2f}", f"{suit.spread:.2f}"]
        elif numbers:
            row += [""] * 4
        rows.append(row)
    if len(composition.suits) > 1:
        points = "" if composition.points is None else f"{composition.points:,}"
        rows.append(["all", f"{composition.cards:,}", "", *((points, "", "", "") if numbers else ())])
    return rows


#: Number of values of a column above which only their number is printed.
_MOST_VALUES = 24


def _column_lines(composition: Composition) -> Iterator[str]:
    """Yield the number of cards for each value, column by column."""
    if composition.columns:
        yield f"Values in the columns, and the number of {composition.unit}s with each"
    for column in composition.columns:
        said = ", ".join(f"{printable_text(value)} ×{count:,}" for value, count in column.values)
        cards = sum(count for _, count in column.values)
        if len(column.values) > _MOST_VALUES or any(len(value) > LONGEST for value, _ in column.values):
            said = (
                f"{count_with_noun(len(column.values), 'different value')} on "
                f"{count_with_noun(cards, composition.unit)}"
            )
        yield from wrapped_to_terminal(f"{column.head}: {said}", 2)


def _icon_set_lines(composition: Composition) -> Iterator[str]:
    """Yield the lines on the icon sets of the pack: their authors and licences."""
    if composition.icon_sets:
        yield "Icons from sets: name authors and licence wherever you publish the cards"
    for each in composition.icon_sets:
        title = f" ({each.title})" if each.title else ""
        by = f" by {each.author}" if each.author else ", its author not stated"
        licence = each.license or each.spdx or "its licence not stated: look it up before you publish"
        text = f"{each.prefix}{title}: {count_with_noun(each.icons, 'icon')}{by}, {licence}"
        yield from wrapped_to_terminal(printable_text(text + f", {each.address}" * bool(each.address)), 2)
        if each.is_share_alike:
            yield from wrapped_to_terminal(
                "Share-alike: publish adaptations of these icons under the same licence.", 4
            )
        if each.is_noncommercial:
            yield from wrapped_to_terminal("Non-commercial: the licence excludes commercial use.", 4)


def _quantity_list_lines(composition: Composition) -> Iterator[str]:
    """Yield the quantities of cards as a list, suit by suit."""
    for suit in composition.suits:
        cards = ", ".join(_label_with_quantity(str(kind.rank), kind.quantity) for kind in suit.kinds)
        yield from wrapped_to_terminal(f"{suit.title}: {cards}", 0)


# --- NEVER OVER ----------------------------------------------------------------------------------


def _green_and_red_lines(composition: Composition) -> Iterator[str]:
    """Yield the lines that compare green with red cards, and both with the pack that the game's source
    describes.
    """
    yield "Green against red"
    wanted = ("green_to_red", "green_to_red_points", "mean_ceiling", "barred_cards", "barred_points")
    figures = [each for each in composition.figures if each.key in wanted]
    rows = [[each.title, *_figure_cells(each)] for each in figures]
    rows = rows if table_width(rows) <= TABLE_WIDTH - 2 else [row[:2] for row in rows]
    yield from table_lines(rows, indent=2)
    (greens, points), (reds, red_points) = composition.source
    source = f"{greens} cards and {points} points of green, {reds} and {red_points} of red"
    has = {(suit.cards, suit.points) for suit in composition.suits}
    its = "These are" if has == {*composition.source} else "For comparison,"
    yield from wrapped_to_terminal(f"{its} the figures of the source's own pack: {source}.", 2)


def _figure_cells(figure: PackFigure) -> tuple[str, str]:
    """Return a figure as text, and as a fraction if that is short, else ""."""
    exact = str(figure.value)
    text = percent_text(figure.value) if figure.unit == "share" else f"{float(figure.value):.2f}"
    return text, exact if "/" in exact and len(exact) <= _LONGEST_FRACTION else ""


def _ceiling_lines(composition: Composition, odds: Odds) -> Iterator[str]:
    """Yield the lines on ceilings: for each, the red cards, the green cards that fit and those that exceed
    it, and the odds of a fit.
    """
    yield "Each ceiling: green that fits, green that stands over it, and the odds of a fit"
    hands = [f"hand of {each.hand.cards}" for each in odds.hands]
    rows = [["ceiling", "red", "fit", "points", "over", "points", "one drawn", *hands]]
    columns = [list(reversed(each.ceiling_odds)) for each in odds.hands]
    for place, each in enumerate(reversed(composition.ceilings)):
        ceiling_odds = [column[place] for column in columns]
        counts = (each.reds, each.cards_within, each.points_within, each.cards_over, each.points_over)
        chances = [ceiling_odds[0].green, *(one.hand for one in ceiling_odds)]
        rows.append([_ceiling_name(each), *(f"{count:,}" for count in counts), *map(percent_text, chances)])
    yield from folded_table_lines(rows, 2)
    yield from _ceiling_sentences(odds.hands[0])


def _ceiling_name(ceiling: Ceiling) -> str:
    """Return a ceiling's name for a table."""
    return short_name(ceiling.label) or f"≤{ceiling.pointage}"


def _ceiling_sentences(odds: HandOdds) -> Iterator[str]:
    """Yield sentences on hands of one size: the odds under each ceiling, and which ceilings to expect."""
    size = odds.hand.cards
    yield ""
    if len(odds.ceiling_odds) <= _MOST_CEILINGS:
        for each in reversed(odds.ceiling_odds):
            yield from wrapped_to_terminal(_fitting_sentence(each, size), 2)
    if odds.mean_ceiling is not None:
        ceiling = float(odds.mean_ceiling)
        text = f"An opponent's lowest red card of {size} sets a ceiling of {ceiling:.2f} on average"
        if odds.mean_ceiling_of_all is not None:
            text += f", and the lowest of all opponents one of {float(odds.mean_ceiling_of_all):.2f}"
        yield from wrapped_to_terminal(f"{text}.", 2)


def _fitting_sentence(odds: CeilingOdds, size: int) -> str:
    """Return a sentence on how likely a green card, and a hand, fit under a ceiling. size: that of
    the hand.
    """
    drawn, many = subject_of_share(odds.green, "green card", "green cards")
    holds = _share_of_hands_text(odds.hand, size)
    return f"Under {_ceiling_name(odds.ceiling)}, {drawn} {'fit' if many else 'fits'}; {holds} one that fits."


def _share_of_hands_text(chance: Fraction, size: int, is_hand: bool = True) -> str:
    """Return which share of hands, or of draws, holds something, with the verb: "7 in 10 hands of 8 hold"."""
    one, more = ("hand", "hands") if is_hand else ("draw", "draws")
    text, many = subject_of_share(chance, f"{one} of {size}", f"{more} of {size}")
    return f"{text} {'hold' if many else 'holds'}"


# --- cards dealt and drawn -----------------------------------------------------------------------


def _hand_lines(odds: HandOdds, all_odds: Odds) -> Iterator[str]:
    """Yield the lines on opening hands of one size."""
    where = f" ({odds.hand.where})" if odds.hand.where else ""
    players = f", {all_odds.players} players" if all_odds.players else ""
    count = count_with_noun(all_odds.cards, all_odds.unit)
    # Tokens and tiles are drawn too, but they make no hand.
    is_hand = all_odds.unit == "card"
    title = f"An opening hand of {odds.hand.cards}{where}" if is_hand else f"{odds.hand.cards} drawn at once"
    yield from wrapped_to_terminal(f"{title}, of {count}{players}", 0)
    if odds.openings:
        yield from folded_table_lines(_opening_rows(odds.openings, odds.hand.cards, all_odds), 2)
    if odds.turns:
        yield ""
        yield (
            "In hand by the end of turn t: dealt, or drawn from the stock, one card each turn"
            if is_hand
            else f"Drawn by the end of turn t: at once, or from the others, one {all_odds.unit} each turn"
        )
        yield from folded_table_lines(_turn_rows(odds.turns), 2)
    # Of a suit that is the whole pack, every hand holds as many as it has cards.
    uncertain = [each for each in odds.openings if each.wanted.cards < all_odds.cards]
    if uncertain:
        yield ""
    turns = {each.wanted: each for each in odds.turns}
    for each in uncertain:
        sentence = _opening_sentence(each, odds.hand.cards, turns.get(each.wanted), is_hand)
        yield from wrapped_to_terminal(sentence, 2)
    yield from answer_lines(odds, all_odds.questions)


def _opening_rows(openings: Sequence[OpeningHandOdds], hand: int, all_odds: Odds) -> Rows:
    """Return a table of the odds that an opening hand holds no, one, two ... cards of each kind.

    hand: the number of cards in the hand. all_odds: the odds, for the unit and the players.
    """
    exact = min(hand, _MOST_EXACT)
    names = ["none", *map(str, range(1, exact + 1))]
    more = [f"{exact + 1} or more"] if hand > exact else []
    rows = [["", f"{all_odds.unit}s", "mean", *names, *more, *(["anybody"] if all_odds.players else [])]]
    for each in openings:
        chances = [*each.chances[: exact + 1], *([each.at_least(exact + 1)] if more else [])]
        chances += [] if each.anybody is None else [each.anybody]
        row = [short_name(each.wanted.title), f"{each.wanted.cards:,}", f"{float(each.mean):.2f}"]
        rows.append([*row, *map(percent_text, chances)])
    return rows


def _turn_rows(turns: Sequence[DrawnByTurn]) -> Rows:
    """Return a table of how likely each kind of card has been drawn by a turn."""
    shown = turns_with_columns(len(turns[0].chances) - 1)
    heads = ["dealt" if turn == 0 else f"t = {turn}" for turn in shown]
    rows = [["", *heads]]
    return rows + [
        [short_name(each.wanted.title), *(percent_text(each.chances[turn]) for turn in shown)]
        for each in turns
    ]


def _opening_sentence(opening: OpeningHandOdds, hand: int, turns: DrawnByTurn | None, is_hand: bool) -> str:
    """Return a sentence on how likely an opening hand holds a kind of card. hand: its size. turns: the odds
    by turn, if there are any.
    """
    text = f"{_share_of_hands_text(opening.at_least(1), hand, is_hand)} {opening.wanted.one}"
    two = opening.at_least(2) if hand > 1 else Fraction(0)
    if two:
        text += f", {share_in_words(two).text} two or more"
    if turns is not None and opening.at_least(1) < 1:
        had, many = subject_of_share(turns.chances[-1], "player", "players")
        text += f"; by turn {len(turns.chances) - 1}, {had} {'have' if many else 'has'} had one"
    return text[0].upper() + text[1:] + "."
