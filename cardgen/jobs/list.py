"""List the available packs, papers, sizes, stocks, patterns, symbols, games and their players and options."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from ..errors import Problem
from ..units import CARDS, PAPERS, BadValue
from .job import JobWithoutPack, Option, Progress
from .kinds import FilePath
from .playing import read_rules_file
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.games.measures import Measure

Topic = Literal[
    "packs",
    "papers",
    "sizes",
    "stocks",
    "sleeves",
    "patterns",
    "symbols",
    "games",
    "options",
    "players",
    "measures",
    "home-printers",
]
TOPICS: tuple[Topic, ...] = get_args(Topic)


@dataclass(frozen=True, kw_only=True)
class Listing(JobWithoutPack):
    """List packs, papers, sizes, stocks, sleeves, patterns, symbols, games, options, players, measures or
    your home printers.

    \b
    Examples:
      cardgen list
      cardgen list papers
      cardgen list symbols -o symbols.pdf
      cardgen list options --rules my_game.py
    """

    what: Annotated[Topic | None, Option("What to list. Default: the names of everything", argument=True)] = (
        None
    )
    output: Annotated[Path | None, Option("Draw the symbols, as a PDF or a PNG.", FilePath(), letter="o")] = (
        None
    )
    rules: Annotated[
        Path | None,
        Option(
            "List options or players of a game of your own. The file is run as a program: name none that you "
            "do not trust.",
            FilePath("file", only=True, metavar="FILE.py"),
        ),
    ] = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield errors for an output file with another topic than symbols, and for a file that is no PDF or
        PNG.
        """
        yield from super().option_problems(pack)
        if self.rules is not None and self.what not in ("options", "players"):
            yield Problem("--rules go with options and players: cardgen list options --rules my_game.py")
        if self.output is None:
            return
        if self.what != "symbols":
            yield Problem("-o goes with symbols: cardgen list symbols -o symbols.pdf")
        if self.output.suffix.lower() not in (".pdf", ".png"):
            yield Problem(f"{self.output} should end in .pdf or .png")

    def run_without_pack(self, progress: Progress) -> Result:
        """List the topics, or draw the symbols."""
        if self.rules is not None:
            rows = {str(self.what): _rows_of_own_game(self.rules, self.what == "players")}
        else:
            rows = {topic: topic_rows(topic) for topic in (TOPICS if self.what is None else (self.what,))}
        facts = {
            topic: [{"name": name.strip(), "text": text} for name, text in found]
            for topic, found in rows.items()
        }
        if self.output is None:
            return Result(facts=facts, result=rows)
        from ..output.contact import write_symbols
        from ..pack.values import SYMBOL_NAMES

        picture = write_symbols(png=self.output.suffix.lower() == ".png")
        about = f"{len(SYMBOL_NAMES)} symbols, 12 mm and 4 mm high"
        return Result([ResultFile(self.output, picture, about)], facts=facts, named=self.output)


def topic_rows(topic: Topic) -> list[tuple[str, str]]:
    """Return the rows of a topic: names with texts. A row without a text is the heading of those below it."""
    return _row_functions()[topic]()


def _row_functions() -> dict[str, Callable[[], list[tuple[str, str]]]]:
    """Return a function for each topic that returns its rows: names with texts."""
    from ..gaming.games import GAMES
    from ..gaming.games.search import COMMON_POLICY_WORDS
    from ..layout.materials import sleeve_names_and_labels, stock_names_and_labels
    from ..pack import library

    def packs() -> list[tuple[str, str]]:
        return [(name, _first_comment(library.pack_file(name))) for name in library.bundled_pack_names()]

    def measure(each: "Measure") -> str:
        return f"{each.title}, {each.meaning}" if each.meaning else each.title

    def measures() -> list[tuple[str, str]]:
        # A variant of a game has that game's measures.
        own = [game for game in GAMES.values() if game.template == game.name]
        words = {game.name: {each.key: measure(each) for each in game.play().measures()} for game in own}
        return _rows_by_game(words, "measured of")

    other = '"W x H unit"'
    return {
        "packs": packs,
        "papers": lambda: [*_size_rows(PAPERS), (other, 'any other, such as "330 x 480 mm"')],
        "sizes": lambda: [*_size_rows(CARDS), (other, "any other from 20 to 300 mm a side")],
        "stocks": stock_names_and_labels,
        "sleeves": sleeve_names_and_labels,
        "patterns": _pattern_rows,
        "symbols": _symbol_rows,
        "games": lambda: [(name, game.pack) for name, game in GAMES.items()],
        "options": lambda: _rows_by_game({n: g.play().options for n, g in GAMES.items()}, "options of"),
        "players": lambda: [
            *_rows_by_game({n: g.play().temperaments for n, g in GAMES.items()}, "players of"),
            *_rows_by_game({"every game, also of your own": COMMON_POLICY_WORDS}, "players of"),
        ],
        "measures": measures,
        "home-printers": _home_printer_rows,
    }


def _rows_of_own_game(rules: Path, is_of_players: bool) -> list[tuple[str, str]]:
    """Return the options of a user's own game with their values, or its players. Raises UsageError."""
    from ..gaming.games.card_game import verify_declarations
    from ..gaming.games.search import COMMON_POLICY_WORDS

    game = read_rules_file(rules).game
    verify_declarations(game)
    if not is_of_players:
        usual = {name: f"{value!r} unless you choose another" for name, value in game.options.items()}
        return (
            _rows_by_game({game.__name__: usual}, "options of") if usual else [(game.__name__, "no options")]
        )
    words = {name: _first_line(policy) for name, policy in game.policies.items()}
    return _rows_by_game({game.__name__: {**words, **COMMON_POLICY_WORDS}}, "players of")


def _first_line(policy: object) -> str:
    """Return the first line of a function's docstring, or its name if it has none."""
    text = (getattr(policy, "__doc__", None) or "").strip()
    return text.splitlines()[0] if text else getattr(policy, "__name__", "a player of the file")


def _home_printer_rows() -> list[tuple[str, str]]:
    """Return the user's home printers, each with its papers, below the folder of their files."""
    from .home_printers import home_printer_names, home_printers_folder, load_home_printer

    rows = []
    for name in home_printer_names():
        try:
            papers = "; ".join(each.paper_text for each in load_home_printer(name).calibrations)
        except BadValue as error:
            papers = str(error)
        rows.append((f"  {name}", papers or "no readings"))
    if not rows:
        return [("no home printer yet", "make the sheet of one: `cardgen calibrate laserjet`")]
    return [(f"files in {home_printers_folder()}; `cardgen calibrate NAME --remove` forgets one", ""), *rows]


def _first_comment(file: Path) -> str:
    lines = file.read_text(encoding="utf-8").splitlines()
    comments = [line[1:].strip() for line in lines if line.startswith("#")]
    return next((comment for comment in comments if not comment.startswith("yaml-")), "")


def _size_rows(known: dict[str, tuple[float, float]]) -> list[tuple[str, str]]:
    return [(name, f"{width:g} × {height:g} mm") for name, (width, height) in known.items()]


def _pattern_rows() -> list[tuple[str, str]]:
    from ..art.backs import PATTERNS

    return [(name, (draw.__doc__ or "").splitlines()[0]) for name, draw in PATTERNS.items()]


def _symbol_rows() -> list[tuple[str, str]]:
    from ..pack.values import SYMBOL_NAMES
    from ..text.symbols import KINDS

    return [
        (name, ", ".join(kind for kind, named in KINDS.items() if name in named)) for name in SYMBOL_NAMES
    ]


def _rows_by_game(words: Mapping[str, Mapping[str, str]], heading: str) -> list[tuple[str, str]]:
    """Return the words of each game under its name; games with the same words share a heading."""
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
