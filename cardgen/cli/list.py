"""The command that lists packs, papers, sizes, patterns, games and what they play with: list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from ..pack import library
from ..units import CARDS, PAPERS
from .terminal import cells, echo, padded

if TYPE_CHECKING:
    from ..games.measures import Measure

_TOPICS = ("packs", "papers", "sizes", "patterns", "symbols", "games", "options", "players", "measures")


@click.command("list")
@click.argument("what", type=click.Choice(_TOPICS), required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Draw the symbols, as a PDF or a PNG.")
def list_command(what: str | None, output: Path | None) -> None:
    """List packs, papers, card sizes, back patterns, symbols, games, their options, players or measures.

    \b
    Examples:
      cardgen list
      cardgen list papers
      cardgen list symbols -o symbols.pdf
    """
    if output is not None:
        _draw_symbols(what, output)
        return
    for topic in _TOPICS if what is None else (what,):
        if what is None:
            echo(f"{topic}:")
        rows = _things()[topic]()
        # A row without a text is a heading, which may be wider than the names below it.
        width = max(cells(name) for name, text in rows if text) + 2
        for name, text in rows:
            echo(("  " if what is None else "") + f"{padded(name, width)}{text}".rstrip())


def _things() -> dict[str, Callable[[], list[tuple[str, str]]]]:
    """Return what lists each topic: names, each with a text."""
    from ..games import GAMES
    from ..games.search import EVERYWHERE

    def packs() -> list[tuple[str, str]]:
        return [(name, _first_comment(library.find(name))) for name in library.names()]

    def measure(each: Measure) -> str:
        return f"{each.title}, {each.meaning}" if each.meaning else each.title

    def measures() -> list[tuple[str, str]]:
        # A variant of another game has the measures of that one.
        own = [game for game in GAMES.values() if game.template == game.name]
        words = {game.name: {each.key: measure(each) for each in game.play().measures()} for game in own}
        return _by_game(words, "measured of")

    other = '"W x H unit"'
    return {
        "packs": packs,
        "papers": lambda: [*_sizes(PAPERS), (other, 'any other, such as "330 x 480 mm"')],
        "sizes": lambda: [*_sizes(CARDS), (other, "any other from 20 to 300 mm a side")],
        "patterns": _patterns,
        "symbols": _symbols,
        "games": lambda: [(name, game.pack) for name, game in GAMES.items()],
        "options": lambda: _by_game({n: g.play().options for n, g in GAMES.items()}, "options of"),
        "players": lambda: [
            *_by_game({n: g.play().temperaments for n, g in GAMES.items()}, "players of"),
            *_by_game({"every game, also of your own": EVERYWHERE}, "players of"),
        ],
        "measures": measures,
    }


def _first_comment(file: Path) -> str:
    lines = file.read_text(encoding="utf-8").splitlines()
    comments = [line[1:].strip() for line in lines if line.startswith("#")]
    return next((comment for comment in comments if not comment.startswith("yaml-")), "")


def _sizes(known: dict[str, tuple[float, float]]) -> list[tuple[str, str]]:
    return [(name, f"{width:g} × {height:g} mm") for name, (width, height) in known.items()]


def _patterns() -> list[tuple[str, str]]:
    from ..art.backs import PATTERNS

    return [(name, (draw.__doc__ or "").splitlines()[0]) for name, draw in PATTERNS.items()]


def _symbols() -> list[tuple[str, str]]:
    from ..pack.values import SYMBOL_NAMES
    from ..text.symbols import KINDS

    return [
        (name, ", ".join(kind for kind, named in KINDS.items() if name in named)) for name in SYMBOL_NAMES
    ]


def _draw_symbols(what: str | None, output: Path) -> None:
    """Write a picture of all symbols with their names."""
    if what != "symbols":
        raise UsageError("-o goes with symbols: cardgen list symbols -o symbols.pdf")
    if output.suffix.lower() not in (".pdf", ".png"):
        raise UsageError(f"{output} should end in .pdf or .png")
    from ..output.contact import write_symbols
    from ..output.files import write
    from ..pack.values import SYMBOL_NAMES

    write(output, write_symbols(png=output.suffix.lower() == ".png"), named=True)
    echo(f"{output}: {len(SYMBOL_NAMES)} symbols, 12 mm and 4 mm high")


def _by_game(words: Mapping[str, Mapping[str, str]], heading: str) -> list[tuple[str, str]]:
    """List the words of each game under its name; games with the same words stand together."""
    rows: list[tuple[str, str]] = []
    told: list[Mapping[str, str]] = []
    for mine in words.values():
        if mine not in told:
            told.append(mine)
            games = [game for game, each in words.items() if each is mine]
            rows += [
                (f"{heading} {', '.join(games)}", ""),
                *((f"  {name}", text) for name, text in mine.items()),
            ]
    return rows
