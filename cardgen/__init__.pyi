# Made by `python docs/reference.py`; do not change it by hand.
# ruff: noqa
# fmt: off
import builtins
from cardgen.api import AnyPack
from cardgen.jobs.job import Progress
from cardgen.layout.calibration import HomePrinter
from cardgen.pack.model import Pack
from cardgen.prepress.printers.model import Printer
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal
from .gaming.games.card_game import CardGame as CardGame
from .output.card_picture import CardPicture as CardPicture
from .errors import CardgenError as CardgenError
from .output.sheets import Job as Job
from .pack.model import Pack as Pack
from .errors import PackError as PackError
from .output.press import PressJob as PressJob
from .prepress.printers.model import Printer as Printer
from .layout.imposition import SheetOptions as SheetOptions
from .jobs.result import Result as Result
from .prepress.preflight.findings import Target as Target
from .errors import UsageError as UsageError
from .api import back as back
from .pack.selection import cards_in_play as cards_in_play
from .api import examine as examine
from .api import face as face
from .api import find_printer as find_printer
from .api import load as load
from .gaming.games.playthrough import playthrough as playthrough
from .gaming.games.contract import verify_game as verify_game

__version__: str
__all__ = [
    'CardGame',
    'CardPicture',
    'CardgenError',
    'Job',
    'Pack',
    'PackError',
    'PressJob',
    'Printer',
    'Result',
    'SheetOptions',
    'Target',
    'UsageError',
    'back',
    'box',
    'build',
    'calibrate',
    'cards_in_play',
    'changes',
    'check',
    'compare',
    'completion',
    'design',
    'docs',
    'examine',
    'face',
    'find_printer',
    'icons',
    'images',
    'load',
    'logs',
    'match',
    'new',
    'order',
    'play',
    'playthrough',
    'preflight',
    'press',
    'printers',
    'proof',
    'pull',
    'rulebook',
    'schema',
    'share',
    'sheets',
    'show',
    'simulate',
    'solve',
    'stats',
    'studio',
    'summary',
    'verify',
    'verify_game',
    'words',
]

def box(
    pack: AnyPack,
    *,
    type: Literal['tuck', 'two-piece', 'insert'] = 'tuck',
    thickness: float | str | None = None,
    stock: float | str | None = None,
    sleeves: tuple[float, float] | str | None = None,
    measured: float | str | None = None,
    board: float | str = '250 g',
    lid_room: float | str = '0.5 mm',
    front: str | None = None,
    press: bool = False,
    cut_name: str | None = None,
    crease_name: str | None = None,
    outlines: bool = False,
    cut_files: bool = False,
    only: str | Sequence[str] = (),
    output: Path | str | None = None,
    paper: tuple[float, float] | str = 'a4',
    home_printer: HomePrinter | str | None = None,
    standard: Literal['x1a', 'x4'] | None = None,
    condition: Literal['fogra39', 'fogra51', 'gracol', 'swop', 'swop-v2'] | None = None,
    profile: Path | str | None = None,
    bleed: float | str | None = None,
    rich_black: tuple[float, float, float, float] | str | None = None,
    printer: Printer | str | None = None,
    keep_size: bool = False,
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Make a box for a pack, to print on card, cut, crease, fold and glue, or for a press.

    It is as deep as the pack is thick, and carries the pack's name, its colour and its back, or the pictures
    and texts of the pack's key `box`. Measure the cards that you have for a close fit: cards of one stock
    differ by 5 %. Each other kind of pieces gets a box of its own, or a well in one box with --type insert;
    --only chooses what goes into one.

    type: tuck: of one sheet, with lids to tuck in; two-piece: a tray and a lid; insert: a tray, a lid,
        and in it a well for each kind of pieces.
    thickness: Of one card, in its sleeve if it has one: measure ten, and divide by ten. Default: that
        of the stock, or 0.3 mm.
    stock: The stock of the cards, which says how thick they are: "310 gsm", or a name of `cardgen list
        stocks`. Default: that of the pack.
    sleeves: The sleeves that the cards are in: a name of `cardgen list sleeves`, or their outer size,
        "66 x 91 mm". Default: those of the pack.
    measured: The thickness of all cards together: stack them, press them lightly, and measure.
    board: The board that the box is printed on, by its thickness ("0.35 mm") or its weight ("300 g").
    lid_room: Room between a lid and its tray, on each side.
    front: Show this card on the front, in place of the pack's name.
    press: For a press, in place of a page for home: PDF/X, each part in a file of its own, with plates
        of its cuts and its creases. --printer means the same.
    cut_name: The name of the plate of cuts. Default: CutContour
    crease_name: The name of the plate of creases. Default: Crease
    outlines: For a press: type as outlines, without fonts.
    cut_files: Also the lines to cut and crease, as SVG and DXF files for a cutting machine.
    only: For these alone: piece=coin, green, kind=a
    output: A PDF file, or a folder. Default: output/
    paper: a3, a4, a5, a6, letter, half-letter, legal, tabloid or "W x H unit".
    home_printer: Correct what this printer moves and stretches: a name of `cardgen calibrate`, or none.
        Default: the only one there is.
    standard: PDF/X-1a:2003 (accepted everywhere) or PDF/X-4. Default: x1a, or the printer's.
    condition: The printing condition. Default: fogra39, or the printer's.
    profile: A CMYK profile (.icc) from your printer, embedded and used for pictures.
    bleed: How far art runs past the cut. Default: the pack's or printer's.
    rich_black: For large black areas, such as "60,40,40,100", or none.
    printer: Follow the requirements of this printer: a name of `cardgen printers`, or a file of your
        own.
    keep_size: Refuse a printer that does not cut this size.
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def build(
    pack: AnyPack,
    *,
    output: Path | str | None = None,
    portrait: bool = False,
    landscape: bool = False,
    margin: float | str = '6.35 mm',
    gutter: float | str = '0 mm',
    rows: int | None = None,
    columns: int | None = None,
    skip: int | Sequence[int] = (),
    guides: Literal['auto', 'crop', 'lines', 'ticks', 'rounded', 'none'] = 'auto',
    guides_on: Literal['fronts', 'backs', 'both'] = 'fronts',
    guides_inside: bool = False,
    cutter: Literal['silhouette', 'cricut', 'outlines'] | None = None,
    area: tuple[float, float] | str | None = None,
    registration: Literal['three', 'four'] = 'three',
    borderless: bool = False,
    backs: Literal['duplex', 'separate', 'none', 'gutterfold'] = 'duplex',
    flip: Literal['long', 'short'] = 'long',
    back_offset: tuple[float, float] | str = '0 mm,0 mm',
    back_rotate: float = 0.0,
    paper: tuple[float, float] | str = 'a4',
    home_printer: HomePrinter | str | None = None,
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Make everything there is for one or more packs: the sheets to print and cut, and the rulebooks.

    output: A folder. Default: output/
    portrait: Use the paper in portrait orientation.
    landscape: Use the paper in landscape orientation. Default: the one that holds more cards.
    margin: The margin that the printer leaves white.
    gutter: Space between cards, filled with bleed.
    rows: Maximum number of rows (1 to 100).
    columns: Maximum number of columns (1 to 100).
    skip: Leave this place empty on every sheet, counted from the upper left of a front, row by row.
        Several may be given (1 to 1,000).
    guides: Where to cut. auto: crop marks, and ticks in corners where those have no room.
    guides_on: Sides with guides.
    guides_inside: Let corner ticks run into the faces as well.
    cutter: Sheets for a cutting machine, with the outlines as SVG and DXF files beside them.
        silhouette: with its registration marks; outlines: without marks; cricut: pictures for Print
        Then Cut.
    area: The largest picture that your Design Space prints and cuts: "7.44 x 9.94 in". Default: what is
        known of the paper.
    registration: Registration marks: three for all Silhouettes, or four for the Cameo 5 Alpha.
    borderless: Registration marks 3.5 mm from the edge, for printers that print without a margin.
    backs: How backs are printed. --cutter cricut prints none: it cuts what has one side.
    flip: The edge the printer flips on.
    back_offset: Move backs right and up, to correct the printer's drift.
    back_rotate: Turn backs counter-clockwise (-5 to 5).
    paper: a3, a4, a5, a6, letter, half-letter, legal, tabloid or "W x H unit".
    home_printer: Correct what this printer moves and stretches: a name of `cardgen calibrate`, or none.
        Default: the only one there is.
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def calibrate(
    name: str,
    *,
    read: Mapping[str, float] | str | None = None,
    ask: bool = False,
    scan: Path | str | Sequence[Path | str] = (),
    proof: bool = False,
    remove: bool = False,
    landscape: bool = False,
    flip: Literal['long', 'short'] = 'long',
    backs: Literal['duplex', 'separate'] = 'duplex',
    output: Path | str | None = None,
    paper: tuple[float, float] | str = 'a4',
    progress: Progress = ...,
) -> Result:
    """Measure how your printer moves what it prints, so that sheets come out in register.

    Print the sheet on both sides, hold it against the light, and read its marks: A to H tell in tenths of a
    millimetre how far the back lies beside the front, L to Q where the front lies on the paper. cardgen keeps
    the readings under the name that you give your printer. Sheets and boxes are then corrected by them, and
    say so. Make and read one sheet for each paper, orientation and way of feeding that you use.

    Instead of reading, scan or photograph both sides on a black ground: --scan measures them from the edges
    of the paper, which must be a rectangle of its nominal size. Then prove the readings by a second sheet.

    name: A name for the printer, such as laserjet.
    read: Keep these readings, in millimetres, by their letters on the sheet.
    ask: Ask for each reading, and keep them.
    scan: Read a scan or a photograph of the sheet's front, and of its back: give it twice. Needs the
        extra cardgen-kit[scan].
    proof: Make the sheet once more, corrected by the readings, to prove them. With --read or --ask:
        tell whether the readings of that sheet are good.
    remove: Forget this printer and all its readings.
    landscape: For sheets in landscape orientation.
    flip: The edge the printer flips on.
    backs: How backs are printed: by the printer, or in a second pass after you put the paper in again.
    output: A PDF file, or a folder. Default: output/
    paper: a3, a4, a5, a6, letter, half-letter, legal, tabloid or "W x H unit".
    """

def changes(
    pack: AnyPack,
    *,
    since: Path | str | None = None,
    output: Path | str | None = None,
    dpi: int = 100,
    format: Literal['text', 'json'] = 'text',
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Say what has changed on the cards of a pack since they were printed.

    Each face and back is held against the file of sheets that was made last, which says how its cards look,
    or against another with --since. A card is new, or gone; it is drawn otherwise, or there are more or fewer
    of it. `cardgen sheets --changed` prints what is needed.

    since: The file of sheets that was printed last. Default: that of this pack in output/, or where -o
        says.
    output: Write a PNG picture of the changes, before and after.
    dpi: Of the picture (30 to 300).
    format: Format of the output.
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def check(
    names: str | Path | Sequence[str | Path],
    *,
    strict: bool = False,
    language: str | None = None,
    format: Literal['text', 'json', 'github'] = 'text',
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Say what is wrong with packs: every problem at once, each with its place.

    names: The packs.
    strict: Treat warnings as errors.
    language: Check it in this language; all checks every language that it is translated into.
    format: Format of the output.
    """

def compare(
    pack: AnyPack | builtins.list[AnyPack],
    *,
    against: str | Sequence[str] = (),
    game: str | None = None,
    players: int | None = None,
    temperament: Sequence[str] | str = 'random',
    options: str | Sequence[str] = (),
    rules: Path | str | None = None,
    games: int = 10000,
    seed: int = 1,
    engine: Literal['auto', 'compiled', 'reference'] = 'auto',
    workers: int | None = None,
    dask: str | None = None,
    format: Literal['text', 'json', 'csv'] = 'text',
    plot: Path | str | None = None,
    strict: bool = False,
    language: str | None = None,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Tell what differs between packs, each against the first: cards, odds, and play over the same games.

    With --against it compares variants of the rules, with one pack.

    against: A variant of the rules: options of the game, such as hand=6, or, with --rules, another file
        of rules, such as other.py; commas join several. Repeat it for more variants.
    game: Which of the pack's games. Default: its first.
    players: Number of players. Default: 4, or 2 (1 to 1,000).
    temperament: How all players play, or each seat in order: see `cardgen list players`.
    options: An option of the game, such as hand=6: see `cardgen list options`.
    rules: A game of your own in place of the pack's: see `cardgen docs own-games`. The file is run as a
        program: name none that you do not trust.
    games: Number of games to play (1 to 1,000,000,000,000).
    seed: The same seed gives the same games (0 to 9,223,372,036,854,775,807).
    engine: The engine that plays NEVER OVER. Both play the same games; compiled needs the extra
        cardgen-kit[lab].
    workers: Number of games played at once. Default: one for each core (1 to 1,000).
    dask: Play on a Dask cluster; its scheduler's address.
    format: Format of the output.
    plot: Also draw a chart: a .png, .svg or .pdf. Needs the extra cardgen-kit[lab].
    strict: Treat warnings as errors.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    """

def completion(
    shell: Literal['bash', 'zsh', 'fish'],
    *,
    progress: Progress = ...,
) -> Result:
    """Print the script that completes cardgen's commands, options and packs.

    shell: The shell to complete in.
    """

def design(
    pack: AnyPack,
    *,
    attack: str | None = None,
    defence: str | None = None,
    wishes: str | Sequence[str] = (),
    within: float | str = '1%',
    cards: Any | str | None = None,
    highest: int | None = None,
    keep: Literal['green-cards', 'red-cards', 'green-points', 'red-points'] | Sequence[Literal['green-cards', 'red-cards', 'green-points', 'red-points']] = (),
    vary: str | Sequence[str] = (),
    temperament: Sequence[str] | str = 'careful',
    players: Any | str | None = None,
    game: str | None = None,
    options: str | Sequence[str] = (),
    rules: Path | str | None = None,
    best: int = 3,
    most_games: int = 1000000,
    games: int = 100000,
    seed: int = 1,
    engine: Literal['auto', 'compiled', 'reference'] = 'auto',
    workers: int | None = None,
    dask: str | None = None,
    name: str | None = None,
    output: Path | str | None = None,
    page: Path | str | None = None,
    resume: Path | str | None = None,
    force: bool = False,
    format: Literal['text', 'json', 'json-lines'] = 'text',
    strict: bool = False,
    language: str | None = None,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Find compositions of a pack that play as you wish, with as few cards exchanged as will do.

    The pack is for NEVER OVER, or for a game of your own with --rules.

    The best few are measured on fresh games, tried with other players and other numbers of them, and written
    as variants of the pack.

    attack: Wish for the attack index: +10%, -5%, +2, 45, same, more, less, or at least 45.
    defence: Wish for the defence index.
    wishes: Wish for anything that simulate measures, by its key or title: turns=-10%, tied=5%,
        score=same, turns<=40, margin=less.
    within: How near to a wish is near enough, in per cent of what the base has.
    cards: Cards in the pack, without extras, or how many it may have. Default: the base's (1 to
        100,000).
    highest: The highest pointage. Default: the base's (1 to 1,000).
    keep: Keep this total as the base has it.
    vary: Let an option of the game vary: hand=5-7, partners=none,shared; without values, on or off.
    temperament: How all players play, or each seat in order: see `cardgen list players`.
    players: Number of players. Default: 4, or 2. With several, as 2-6, each wish counts at each table;
        temperaments go round the seats.
    game: Which of the pack's games. Default: its first.
    options: An option of the game, such as hand=6: see `cardgen list options`.
    rules: A game of your own in place of the pack's: see `cardgen docs own-games`. The file is run as a
        program: name none that you do not trust.
    best: How many designs to find (1 to 9).
    most_games: How many games the search may take, all packs together (2,000 to 1,000,000,000).
    games: New games for the final measurement of each design (100 to 1,000,000,000).
    seed: The same seed gives the same games (0 to 9,223,372,036,854,775,807).
    engine: The engine that plays NEVER OVER. Both play the same games; compiled needs the extra
        cardgen-kit[lab].
    workers: Number of games played at once. Default: one for each core (1 to 1,000).
    dask: Play on a Dask cluster; its scheduler's address.
    name: What the designs are called; several get a number each. Default: the base's name and the
        wishes.
    output: Folder for the designs. Default: output/, or the folder of a pack of your own.
    page: Also write the result as one HTML page to send to somebody.
    resume: Go on with a search that was stopped.
    force: Replace designs that were made for other wishes.
    format: Format of the output; json-lines also prints a line after each round of the search.
    strict: Treat warnings as errors.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    """

def docs(
    page: str = 'index',
    *,
    no_browser: bool = False,
    progress: Progress = ...,
) -> Result:
    """Open the documentation in a browser. It came with cardgen, and needs no network.

    page: The page to open, such as printing, ordering, cards or commands.
    no_browser: Only say where the page is.
    """

def icons(
    place: Path | str | None = None,
    *,
    search: str = '',
    output: Path | str | None = None,
    fetch: str = '',
    registry: str = 'https://registry.npmjs.org',
    allowed_hosts: str | Sequence[str] = (),
    progress: Progress = ...,
) -> Result:
    """List, search and fetch sets of icons for packs.

    A set is a JSON file in the format of Iconify, such as game-icons with 4,134 icons. Fetched sets are
    written into the folder you work in, or into that of CARDGEN_ICONS, which all packs use. A pack names
    sets, and its texts name their icons:

    place: A set, or a folder with sets. Default: the folder of CARDGEN_ICONS, else the one you work in
    search: List the icons whose names contain these words.
    output: Draw the icons that are found, as a PDF or a PNG.
    fetch: Fetch this set, such as game-icons, lucide, openmoji, twemoji or ph.
    registry: Fetch from this npm registry.
    allowed_hosts: Fetch from this host also where its address is private, and by http. Several may be
        given.
    """

def images(
    pack: AnyPack,
    *,
    output: Path | str | None = None,
    dpi: int | None = None,
    format: Literal['png', 'jpg', 'tif'] | None = None,
    per: Literal['card', 'face'] | None = None,
    special_inks: Literal['files', 'none'] | None = None,
    bleed: float | str | None = None,
    rounded: bool = False,
    only: str | Sequence[str] = (),
    changed: bool = False,
    since: Path | str | None = None,
    cut_files: bool = False,
    quality: int | None = None,
    table: Literal['tabletop-simulator', 'playingcards-io', 'card-game-simulator', 'mpc-autofill'] | None = None,
    url: str | None = None,
    push: bool = False,
    bags: Literal['draw', 'infinite'] | None = None,
    stock: Literal['S27', 'S30', 'S33', 'M31', 'P10'] | None = None,
    foil: bool = False,
    printer: Printer | str | None = None,
    keep_size: bool = False,
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Make a picture of each face and of the back, with a list of how often each is in the pack.

    output: A folder. Default: output/PACK-images, or output/PACK-PRINTER-images
    dpi: Pixels an inch. Default: 300, or the printer's (72 to 1,200).
    format: TIFF (tif) is in CMYK. Default: png, or the printer's.
    per: A file for each card, or each distinct face.
    special_inks: The plates of foil, varnish and white as pictures of their own, in black, in a folder
        each; or none. Default: none, or as the printer wants them; none for MPC Autofill.
    bleed: Art around the cut, in the picture too: "0 mm" for the card alone. Default: the pack's or
        printer's.
    rounded: The card cut out, with round, transparent corners (PNG).
    only: Only these: green, "+1..+3", "K of spades", kind=a
    changed: Only faces that changed since the last printing of sheets.
    since: The file of sheets that was printed last. Default: that of this pack in output/, or where -o
        says.
    cut_files: Also the lines to cut and crease, as SVG and DXF files for a cutting machine.
    quality: Of JPEG pictures. Default: 92 (1 to 95).
    table: A deck for this virtual table, ready to load; or the order file of MPC Autofill.
    url: With --for: the folder on the web where you put the pictures.
    push: Show changed pictures in the game of Tabletop Simulator that runs on this computer.
    bags: Tiles and tokens in bags: all of a kind in one to draw from, or each face in one that is never
        empty. Default: in stacks.
    stock: The card stock of the order. Default: S30.
    foil: Foil on the cards of the order.
    printer: Follow the requirements of this printer: a name of `cardgen printers`, or a file of your
        own.
    keep_size: Refuse a printer that does not cut this size.
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def list(
    what: Literal['packs', 'papers', 'sizes', 'stocks', 'sleeves', 'patterns', 'symbols', 'games', 'options', 'players', 'measures', 'home-printers'] | None = None,
    *,
    output: Path | str | None = None,
    rules: Path | str | None = None,
    progress: Progress = ...,
) -> Result:
    """List packs, papers, sizes, stocks, sleeves, patterns, symbols, games, options, players, measures or
    your home printers.

    what: What to list. Default: the names of everything
    output: Draw the symbols, as a PDF or a PNG.
    rules: List options or players of a game of your own. The file is run as a program: name none that
        you do not trust.
    """

def logs(
    pack: AnyPack,
    files: Path | str | Sequence[Path | str],
    *,
    against: Sequence[str] | str | None = None,
    games: int = 2000,
    seed: int = 1,
    rules: Path | str | None = None,
    workers: int | None = None,
    dask: str | None = None,
    format: Literal['text', 'json', 'csv'] = 'text',
    plot: Path | str | None = None,
    strict: bool = False,
    language: str | None = None,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Measure games that people played, and find the players that play most like them.

    LOGS are files that end in .game.json, as `cardgen play` saves them, or folders of them. Each is played
    again by the rules. Games with other players, options or bots are measured apart.

    files: Logs of games, or folders of them.
    against: The players to compare with. Default: the game's own, without those that take long.
    games: Number of games of each player (100 to 1,000,000).
    seed: The same seed gives the same games (0 to 9,223,372,036,854,775,807).
    rules: A game of your own in place of the pack's: see `cardgen docs own-games`. The file is run as a
        program: name none that you do not trust.
    workers: Number of games played at once. Default: one for each core (1 to 1,000).
    dask: Play on a Dask cluster; its scheduler's address.
    format: Format of the output.
    plot: Also draw a chart: a .png, .svg or .pdf. Needs the extra cardgen-kit[lab].
    strict: Treat warnings as errors.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    """

def match(
    pack: AnyPack,
    one: str,
    other: str,
    *,
    game: str | None = None,
    players: int | None = None,
    options: str | Sequence[str] = (),
    deals: int = 200,
    all_deals: bool = False,
    seed: int = 1,
    format: Literal['text', 'json'] = 'text',
    rules: Path | str | None = None,
    workers: int | None = None,
    dask: str | None = None,
    strict: bool = False,
    language: str | None = None,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Play one player against another: A has one side, B all others, and each deal is played from every side.

    A and B are players as `cardgen list players` names them. The match ends as soon as it is decided whether
    A wins more than its share, or less; its intervals hold whenever it is stopped.

    one: The player with one side.
    other: The player with all other sides.
    game: Which of the pack's games. Default: its first.
    players: Number of players. Default: 4, or 2 (2 to 1,000).
    options: An option of the game, such as hand=6: see `cardgen list options`.
    deals: How many deals to play at most, each from every side (1 to 100,000).
    all_deals: Play all deals, even after the result is decided.
    seed: The same seed gives the same games (0 to 9,223,372,036,854,775,807).
    format: Format of the output.
    rules: A game of your own in place of the pack's: see `cardgen docs own-games`. The file is run as a
        program: name none that you do not trust.
    workers: Number of games played at once. Default: one for each core (1 to 1,000).
    dask: Play on a Dask cluster; its scheduler's address.
    strict: Treat warnings as errors.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    """

def new(
    file: Path | str,
    *,
    base: str | Path = 'never-over',
    copy: bool = False,
    name: str | None = None,
    force: bool = False,
    progress: Progress = ...,
) -> Result:
    """Begin a pack of your own: a variant that says only what differs, or a full copy.

    From a table of cards (csv, tsv, xlsx, ods) it makes a deck in the layout that shows most of its columns.
    The first line of the file names the schema, so that editors complete and check what you write;
    the schema is put beside the pack. Besides the packs of `cardgen list` you may begin with a copy of an
    example and its pictures: blank, both-banks, crown-and-plough, curtain-call, hollow-road, islets, market,
    night-fair, night-shift, postcards, reef-watch, summit, tide-race, twelve-moons.

    file: The new file.
    base: The pack, the table or the folder of pictures to start from.
    copy: Make a full copy instead of a variant.
    name: The name of the new pack. Default: the file's name
    force: Replace a file that is already there.
    """

def order(
    pack: AnyPack,
    *,
    size: tuple[float, float] | str | None = None,
    decks: int = 1,
    copies: int = 1,
    language: str | None = None,
    format: Literal['text', 'json'] = 'text',
    strict: bool = False,
    printer: Printer | str | None = None,
    keep_size: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Say what to order and what to hand in: pieces, the step of the price list, files, what to ask.

    size: Use this size of the printer instead of the nearest.
    decks: How many decks are ordered (1 to 1,000,000).
    copies: The same as --decks, by its older name (1 to 1,000,000).
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    format: Format of the output.
    strict: Treat warnings as errors.
    printer: Follow the requirements of this printer: a name of `cardgen printers`, or a file of your
        own.
    keep_size: Refuse a printer that does not cut this size.
    """

def play(
    pack: AnyPack,
    *,
    people: Sequence[str] | str = 'you',
    watch: bool = False,
    bot: str | None = None,
    game: str | None = None,
    players: int | None = None,
    options: str | Sequence[str] = (),
    games: int = 1,
    seed: int | None = None,
    page: bool = False,
    output: Path | str | None = None,
    rules: Path | str | None = None,
    strict: bool = False,
    language: str | None = None,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Play a pack's game in the terminal, against other people at the same screen and cardgen's players.

    With --page you sit at a table in your browser. Each game is saved as a log, which `cardgen logs`
    measures. You see what your seat may see and your legal moves. Between people the screen is cleared.
    Moves can be undone, and a hint is what the strongest player would do.

    people: Who plays, in the first seats; bots sit in the others.
    watch: Nobody plays but bots.
    bot: The player of the other seats: see `cardgen list players`. Default: one that thinks.
    game: Which of the pack's games. Default: its first.
    players: Number of players. Default: 4, or 2 (2 to 1,000).
    options: An option of the game, such as hand=6: see `cardgen list options`.
    games: Number of games (1 to 1,000).
    seed: The same seed gives the same games (0 to 9,223,372,036,854,775,807).
    page: Play in a page of the browser instead, with the cards as they look.
    output: Folder for the logs. Default: output/.
    rules: A game of your own in place of the pack's: see `cardgen docs own-games`. The file is run as a
        program: name none that you do not trust.
    strict: Treat warnings as errors.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    """

def preflight(
    files: Path | bytes | str | Sequence[Path | bytes | str],
    *,
    printer: Printer | str | None = None,
    standard: Literal['x1a', 'x4'] | None = None,
    pack: str | Path | Mapping[str, Any] | Pack | None = None,
    piece: str | None = None,
    part: Literal['faces', 'backs'] | None = None,
    order: Literal['face-back', 'back-face', 'back-last', 'back-first', 'separate', 'faces'] | None = None,
    per: Literal['card', 'face'] | None = None,
    backs: Literal['each', 'once'] | None = None,
    copies: int = 1,
    special_inks: Literal['separations', 'files', 'none'] | None = None,
    sheet: bool = False,
    size: tuple[float, float] | str | None = None,
    bleed: float | str | None = None,
    spots: str | Sequence[str] = (),
    format: Literal['text', 'json'] = 'text',
    style: str | None = None,
    ink_saver: bool = False,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    progress: Progress = ...,
) -> Result:
    """Find what a printer would refuse in any PDF, cardgen's own or not.

    It looks at how the file names itself, its boxes and bleed, fonts, colours, inks, pictures and lines,
    and whether the pages are the pack's cards. What cannot be checked does not pass. Exit code 1 says
    that a printer would refuse a file, 3 that none need do so but something is not judged, such as the ink of
    colours that only the printer's program converts. Of a folder all pictures or PDFs are looked at.

    Pictures, for printers that take them, are checked as well. With --pack each is compared with what the
    pack draws, trim and bleed, and a folder has to hold every card and its backs, and the plates of foil,
    varnish and white in folders of their own; without, those of a folder are compared with one another.

    files: PDFs, pictures, or folders of them.
    printer: Check it against the requirements of this printer.
    standard: Check it against a standard. Default: x1a
    pack: The pack that it should hold: compares and counts its cards.
    piece: Which kind of pieces it holds, of a pack with several. Default: as the file's name says.
    part: The file holds only the pack's faces, or backs.
    order: The order of its pages. Default: the printer's
    per: It has a page for each card, or each distinct face.
    backs: How often the back is in its own file.
    copies: Number of decks of the pack in the file (1 to 1,000).
    special_inks: How it has foil, varnish and white: as spot colours (separations), in files of their
        own, or not at all. Default: separations, or as the printer wants them.
    sheet: Its pages are sheets of many cards, which are not counted.
    size: The size of the card or page: poker, a5, "63 x 88 mm" ...
    bleed: How far art must run past the cut. Default: the printer's, or 3 mm
    spots: A spot colour that may be in it; can be repeated.
    format: Format of the output.
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    """

def press(
    pack: AnyPack,
    *,
    outlines: bool = False,
    copies: int = 1,
    all: bool = False,
    decks: int = 1,
    stock: str | None = None,
    finish: str | None = None,
    book: Literal['a4', 'letter', 'a5', 'half-letter', 'a6', 'card'] | None = None,
    output: Path | str | None = None,
    order: Literal['face-back', 'back-face', 'back-last', 'back-first', 'separate', 'faces'] | None = None,
    per: Literal['card', 'face'] | None = None,
    backs: Literal['each', 'once'] | None = None,
    marks: bool = False,
    die_line: Literal['art', 'page', 'file'] | None = None,
    die_line_name: str | None = None,
    special_inks: Literal['separations', 'files', 'none'] | None = None,
    sheet: tuple[int, int] | str | None = None,
    gutter: float | str | None = None,
    standard: Literal['x1a', 'x4'] | None = None,
    condition: Literal['fogra39', 'fogra51', 'gracol', 'swop', 'swop-v2'] | None = None,
    profile: Path | str | None = None,
    bleed: float | str | None = None,
    rich_black: tuple[float, float, float, float] | str | None = None,
    printer: Printer | str | None = None,
    keep_size: bool = False,
    only: str | Sequence[str] = (),
    missing: str | Sequence[str] = (),
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Make the PDF files that a card manufacturer prints from: PDF/X, in CMYK, with bleed.

    What is written is preflighted at once; exit code 1 says that a printer would refuse it, and why. Packs
    keep their own CMYK values; pictures are converted by a profile.

    outlines: Type as outlines, without fonts. Printers that ask for outlines get them anyway.
    copies: Decks in the file, at most 10 but on sheets: the printer multiplies one (1 or more).
    all: With --printer: one folder with all that is ordered: cards, other pieces, box and rulebook, a
        proof of each, credits, and an order sheet. Everything is preflighted together.
    decks: How many decks are ordered (1 to 1,000,000).
    stock: The card stock, in words for the order sheet. A weight or a name of `cardgen list stocks` in
        them says how thick the cards in the box are.
    finish: Varnish, lamination, foil, round corners: in words for the order sheet.
    book: The size of a page of the rulebook: a4, letter, a5, half-letter, a6, card. Default: card, as
        large as the cards.
    output: A PDF file, or a folder. Default: output/
    order: The order of pages. Default: face-back, or the printer's.
    per: A page for each card, or each distinct face.
    backs: With --order separate: how often the back.
    marks: Crop and registration marks and colour bars, outside the bleed.
    die_line: The outline to cut along: over the faces, on a last page, or in its own file.
    die_line_name: The name of its plate. Default: CutContour
    special_inks: Foil, varnish and white as spot colours over the pages, in files of their own in
        black, or not at all. Default: separations, or as the printer wants them.
    sheet: Sheets of columns x rows, such as 6x9 or 7x8.
    gutter: Between the cards of a sheet. Default: the bleed of both.
    standard: PDF/X-1a:2003 (accepted everywhere) or PDF/X-4. Default: x1a, or the printer's.
    condition: The printing condition. Default: fogra39, or the printer's.
    profile: A CMYK profile (.icc) from your printer, embedded and used for pictures.
    bleed: How far art runs past the cut. Default: the pack's or printer's.
    rich_black: For large black areas, such as "60,40,40,100", or none.
    printer: Follow the requirements of this printer: a name of `cardgen printers`, or a file of your
        own.
    keep_size: Refuse a printer that does not cut this size.
    only: Only these: green, "≤0", +1..+3, joker, kind=goods ...
    missing: Reprint lost cards: "+4:2, ≤0".
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def printers(
    printer: Printer | str | None = None,
    *,
    copy: Path | str | None = None,
    progress: Progress = ...,
) -> Result:
    """List the manufacturers known here, or show what one of them wants and where that is known from.

    A preset of your own goes by its file wherever a printer is asked for: my-printer.yaml, or my-printer
    where it lies in the folder you work in.

    printer: The one to show.
    copy: Copy the preset to a file that you can change.
    """

def proof(
    pack: AnyPack,
    *,
    output: Path | str | None = None,
    paper: tuple[float, float] | str = 'a4',
    order: Literal['face-back', 'back-face', 'back-last', 'back-first', 'separate', 'faces'] | None = None,
    per: Literal['card', 'face'] | None = None,
    backs: Literal['each', 'once'] | None = None,
    marks: bool = False,
    die_line: Literal['art', 'page', 'file'] | None = None,
    die_line_name: str | None = None,
    special_inks: Literal['separations', 'files', 'none'] | None = None,
    sheet: tuple[int, int] | str | None = None,
    gutter: float | str | None = None,
    standard: Literal['x1a', 'x4'] | None = None,
    condition: Literal['fogra39', 'fogra51', 'gracol', 'swop', 'swop-v2'] | None = None,
    profile: Path | str | None = None,
    bleed: float | str | None = None,
    rich_black: tuple[float, float, float, float] | str | None = None,
    printer: Printer | str | None = None,
    keep_size: bool = False,
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Make a proof to look at before you pay: every face large, its inks, the whole pack, all warnings.

    The files that `cardgen press` makes with the same options are preflighted, and the proof says at its top
    how that went; exit code 1 means that a printer would refuse them.

    output: A PDF file, or a folder. Default: output/
    paper: a3, a4, a5, a6, letter, half-letter, legal, tabloid or "W x H unit".
    order: The order of pages. Default: face-back, or the printer's.
    per: A page for each card, or each distinct face.
    backs: With --order separate: how often the back.
    marks: Crop and registration marks and colour bars, outside the bleed.
    die_line: The outline to cut along: over the faces, on a last page, or in its own file.
    die_line_name: The name of its plate. Default: CutContour
    special_inks: Foil, varnish and white as spot colours over the pages, in files of their own in
        black, or not at all. Default: separations, or as the printer wants them.
    sheet: Sheets of columns x rows, such as 6x9 or 7x8.
    gutter: Between the cards of a sheet. Default: the bleed of both.
    standard: PDF/X-1a:2003 (accepted everywhere) or PDF/X-4. Default: x1a, or the printer's.
    condition: The printing condition. Default: fogra39, or the printer's.
    profile: A CMYK profile (.icc) from your printer, embedded and used for pictures.
    bleed: How far art runs past the cut. Default: the pack's or printer's.
    rich_black: For large black areas, such as "60,40,40,100", or none.
    printer: Follow the requirements of this printer: a name of `cardgen printers`, or a file of your
        own.
    keep_size: Refuse a printer that does not cut this size.
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def pull(
    pack: AnyPack,
    *,
    dry_run: bool = False,
    allowed_hosts: str | Sequence[str] = (),
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Fetch the tables of a pack from their web addresses, and say what changed row by row.

    A list of cards names the address of its table beside the file, such as
    table: {file: cards.csv, link: "https://docs.google.com/spreadsheets/d/..."}; links of Google Sheets
        are
    taken as they stand in a browser. All tables are written, or none where one of them fails. Only this
    command and `icons --fetch` fetch anything.

    dry_run: Say what would change, and write nothing.
    allowed_hosts: Fetch from this host also where its address is private, and by http. Several may be
        given.
    """

def rulebook(
    pack: AnyPack,
    *,
    format: str | None = None,
    booklet: bool = False,
    paper: tuple[float, float] | str = 'a4',
    press: bool = False,
    condition: Literal['fogra39', 'fogra51', 'gracol', 'swop', 'swop-v2'] | None = None,
    standard: Literal['x1a', 'x4'] | None = None,
    output: Path | str | None = None,
    game: str | None = None,
    template: Path | str | None = None,
    ragged: bool = False,
    rules: Path | str | None = None,
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Make the rules of a game as a book, with the pack's own cards in it and every figure counted.

    An HTML book lets its readers play the first turns; its page says what is allowed, and why not.
    With --press, what is written is preflighted at once; exit code 1 says that a printer would refuse it.

    format: The size of a page: a4, letter, a5, half-letter, a6, card (as large as the cards), or a card
        size. Default: a4. Or for screens: html, one file for phones and browsers; epub, for readers of
        books.
    booklet: Pages in order for folding and stapling, two to a side.
    paper: Of a booklet: a4, letter, a3 ...
    press: For a printer: PDF/X in CMYK, with 3 mm of bleed, a multiple of four pages.
    condition: With --press. Default: fogra39.
    standard: With --press. Default: x1a.
    output: A file of the format that is made, or a folder. Default: output/
    game: Which of the pack's games: see `cardgen list games`.
    template: Your own template. Default: the one beside the pack, or the game's.
    ragged: Set the text ragged right.
    rules: A game of your own in place of the pack's: see `cardgen docs own-games`. The file is run as a
        program: name none that you do not trust.
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def schema(
    *,
    of: Literal['pack', 'printer'] = 'pack',
    guide: bool = False,
    output: Path | str | None = None,
    progress: Progress = ...,
) -> Result:
    """Print the JSON schema of packs or of printers' presets, for editors that complete and check YAML.

    of: Of which file.
    guide: Print a guide to packs in one text, for assistants that write them, in place of the schema.
    output: Write it to a file.
    """

def share(
    pack: AnyPack,
    *,
    output: Path | str | None = None,
    only: str | Sequence[str] = (),
    dpi: int | None = None,
    no_rules: bool = False,
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Make one HTML page of a deck, to send to others: all faces, to search, enlarge and print, and the
    rules.

    The page opens in any browser, also offline. It contains everything that it shows, loads nothing and
    sends nothing.

    output: An HTML file, or a folder. Default: output/PACK.html
    only: Only these: green, "+1..+3", "K of spades", kind=a
    dpi: Pixels an inch of its pictures. Default: 300, and fewer for large decks, so that the page can
        be sent (72 to 600).
    no_rules: Leave the rules out.
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def sheets(
    pack: AnyPack,
    *,
    copies: int = 1,
    changed: bool = False,
    since: Path | str | None = None,
    output: Path | str | None = None,
    only: str | Sequence[str] = (),
    missing: str | Sequence[str] = (),
    portrait: bool = False,
    landscape: bool = False,
    margin: float | str = '6.35 mm',
    gutter: float | str = '0 mm',
    rows: int | None = None,
    columns: int | None = None,
    skip: int | Sequence[int] = (),
    guides: Literal['auto', 'crop', 'lines', 'ticks', 'rounded', 'none'] = 'auto',
    guides_on: Literal['fronts', 'backs', 'both'] = 'fronts',
    guides_inside: bool = False,
    cutter: Literal['silhouette', 'cricut', 'outlines'] | None = None,
    area: tuple[float, float] | str | None = None,
    registration: Literal['three', 'four'] = 'three',
    borderless: bool = False,
    backs: Literal['duplex', 'separate', 'none', 'gutterfold'] = 'duplex',
    flip: Literal['long', 'short'] = 'long',
    back_offset: tuple[float, float] | str = '0 mm,0 mm',
    back_rotate: float = 0.0,
    paper: tuple[float, float] | str = 'a4',
    home_printer: HomePrinter | str | None = None,
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Make sheets to print at home and cut: cards on paper, backs behind them, a ruler to measure.

    copies: Number of copies of the pack to print (1 to 1,000).
    changed: Only what changed since the last printing.
    since: The file of sheets that was printed last. Default: that of this pack in output/, or where -o
        says.
    output: A PDF file, or a folder. Default: output/
    only: Only these: green, "≤0", +1..+3, joker, kind=goods ...
    missing: Reprint lost cards: "+4:2, ≤0".
    portrait: Use the paper in portrait orientation.
    landscape: Use the paper in landscape orientation. Default: the one that holds more cards.
    margin: The margin that the printer leaves white.
    gutter: Space between cards, filled with bleed.
    rows: Maximum number of rows (1 to 100).
    columns: Maximum number of columns (1 to 100).
    skip: Leave this place empty on every sheet, counted from the upper left of a front, row by row.
        Several may be given (1 to 1,000).
    guides: Where to cut. auto: crop marks, and ticks in corners where those have no room.
    guides_on: Sides with guides.
    guides_inside: Let corner ticks run into the faces as well.
    cutter: Sheets for a cutting machine, with the outlines as SVG and DXF files beside them.
        silhouette: with its registration marks; outlines: without marks; cricut: pictures for Print
        Then Cut.
    area: The largest picture that your Design Space prints and cuts: "7.44 x 9.94 in". Default: what is
        known of the paper.
    registration: Registration marks: three for all Silhouettes, or four for the Cameo 5 Alpha.
    borderless: Registration marks 3.5 mm from the edge, for printers that print without a margin.
    backs: How backs are printed. --cutter cricut prints none: it cuts what has one side.
    flip: The edge the printer flips on.
    back_offset: Move backs right and up, to correct the printer's drift.
    back_rotate: Turn backs counter-clockwise (-5 to 5).
    paper: a3, a4, a5, a6, letter, half-letter, legal, tabloid or "W x H unit".
    home_printer: Correct what this printer moves and stretches: a name of `cardgen calibrate`, or none.
        Default: the only one there is.
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def show(
    pack: AnyPack,
    *,
    resolved: bool = False,
    output: Path | str | None = None,
    dpi: int = 100,
    only: str | Sequence[str] = (),
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Show what is in a pack: a table, or a contact sheet as a picture.

    resolved: Print the pack as YAML, merged with its base.
    output: Write a PNG picture of all faces.
    dpi: Of the picture (30 to 300).
    only: Only these: green, "≤0", back=rings, kind=goods ...
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def simulate(
    pack: AnyPack,
    *,
    game: str | None = None,
    players: int | None = None,
    temperament: Sequence[str] | str = 'random',
    options: str | Sequence[str] = (),
    rules: Path | str | None = None,
    games: int = 10000,
    seed: int = 1,
    engine: Literal['auto', 'compiled', 'reference'] = 'auto',
    workers: int | None = None,
    dask: str | None = None,
    format: Literal['text', 'json', 'csv'] = 'text',
    plot: Path | str | None = None,
    strict: bool = False,
    language: str | None = None,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Play a pack's game many times and measure what happens, each figure with its 95 % interval.

    game: Which of the pack's games. Default: its first.
    players: Number of players. Default: 4, or 2 (1 to 1,000).
    temperament: How all players play, or each seat in order: see `cardgen list players`.
    options: An option of the game, such as hand=6: see `cardgen list options`.
    rules: A game of your own in place of the pack's: see `cardgen docs own-games`. The file is run as a
        program: name none that you do not trust.
    games: Number of games to play (1 to 1,000,000,000,000).
    seed: The same seed gives the same games (0 to 9,223,372,036,854,775,807).
    engine: The engine that plays NEVER OVER. Both play the same games; compiled needs the extra
        cardgen-kit[lab].
    workers: Number of games played at once. Default: one for each core (1 to 1,000).
    dask: Play on a Dask cluster; its scheduler's address.
    format: Format of the output.
    plot: Also draw a chart: a .png, .svg or .pdf. Needs the extra cardgen-kit[lab].
    strict: Treat warnings as errors.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    """

def solve(
    pack: AnyPack,
    *,
    kind: Literal['basic', 'suits', 'unfettered', '52'] | None = None,
    row: str | None = None,
    seed: int | None = None,
    deals: int | None = None,
    options: str | Sequence[str] = (),
    engine: Literal['auto', 'compiled', 'reference'] = 'auto',
    format: Literal['text', 'json'] = 'text',
    workers: int | None = None,
    dask: str | None = None,
    strict: bool = False,
    language: str | None = None,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Find the best play of a row of Abstrac, by search: exact, with every first move and its worth.

    Without --row and --seed it is the row that the game's source works out. Best is what leaves the largest
    lead, one's own score less the other's, when the other plays as well as can be.

    kind: Which game: suits is variant 1. Default: the pack's first.
    row: The row, the exposed card first, such as "As Kd 10c ...".
    seed: Shuffle the row by this seed; with --deals, the rows. Default there: 1 (0 to
        9,223,372,036,854,775,807).
    deals: Solve N shuffled rows and show how often, and by how much, the first player wins (1 to
        1,000,000,000).
    options: For 52 cards: ace=low, ace=both, or unpaired=0 where no pair counts nothing.
    engine: What searches. Both say the same; compiled is faster for many rows and needs cardgen-
        kit[lab].
    format: Format of the output.
    workers: Number of games played at once. Default: one for each core (1 to 1,000).
    dask: Play on a Dask cluster; its scheduler's address.
    strict: Treat warnings as errors.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    """

def stats(
    pack: AnyPack | builtins.list[AnyPack],
    *,
    hands: int | Sequence[int] = (),
    of: str | Sequence[str] = (),
    turns: int | None = None,
    players: int | None = None,
    hold: str | Sequence[str] = (),
    sums: str | Sequence[str] = (),
    mulligan: int = 0,
    mulligan_cost: int = 0,
    keep: str | None = None,
    deck: str | None = None,
    out: str | None = None,
    new_hands: bool = False,
    gain: str | Sequence[str] = (),
    rules: Path | str | None = None,
    with_extras: bool = False,
    language: str | None = None,
    strict: bool = False,
    format: Literal['text', 'json', 'csv'] = 'text',
    plot: Path | str | None = None,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Tell what is in packs: cards and points by suit and rank, and exact odds of the deal and the stock.

    The odds are computed, not sampled. They are of chance alone: what players choose to do is for
    `cardgen simulate`.

    hands: Cards in an opening hand; repeat it for several. Default: the game's own (1 to 500).
    of: What the odds are about: a suit, a card or a rank, such as red, "+4" or A; repeat it for
        several.
    turns: Number of turns for the odds of drawing. Default: 6, as far as the stock lasts (1 to 500).
    players: Number of players that are dealt a hand: adds the odds that anybody has a card, and
        shortens the stock (1 to 1,000).
    hold: The odds that a hand holds cards together: "A and court:2", "type=ware:1-2 and Storm:0". A
        number is the minimum, two numbers are the minimum and the maximum, 0 is none; repeat it for
        several.
    sums: What a hand adds up to in a column of numbers, such as cost, or in the rank of suits; repeat
        it for several.
    mulligan: How often a hand that is not good enough may be shuffled back for a new one (0 to 20).
    mulligan_cost: Number of cards that each new hand has fewer (0 to 500).
    keep: Which hands are good enough to keep. Default: those that meet --hold.
    deck: The deck that is drawn from, in place of the whole pack: "Copper:7, Estate:3".
    out: Cards that are not in the deck when it is shuffled, such as those on the table: "Storm:2".
    new_hands: Discard the hand each turn and draw a new one; the discards are shuffled when the stock
        runs out.
    gain: Cards that come into the discards at the end of a turn: "Silver:1 on 2"; repeat it for
        several.
    rules: A game of your own in place of the pack's: see `cardgen docs own-games`. The file is run as a
        program: name none that you do not trust.
    with_extras: Deal jokers and other extras too where games leave them out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    format: Format of the output.
    plot: Also draw a chart: a .png, .svg or .pdf. Needs the extra cardgen-kit[lab].
    """

def studio(
    pack: str | Path | None = None,
    *,
    port: int | None = None,
    no_browser: bool = False,
    trust: bool = False,
    rules: Path | str | None = None,
    progress: Progress = ...,
) -> Result:
    """Open a page on this machine where you change a pack and see it at once.

    Cards, sheets, rulebook and figures are seen as they will be made. Nothing leaves this machine, and
    nothing is saved before you save it. Without a pack you choose one to begin with; your copy is saved in
    this folder. Ctrl-C ends the studio.

    pack: The pack to change.
    port: The port on this machine; 0 for any that is free. Default: always the same for a folder, so
        that the browser finds what it kept of your text (0 to 65,535).
    no_browser: Print the address and do not open a browser.
    trust: Work on packs without a limit of time and memory: for large packs of your own, see
        SECURITY.md.
    rules: A game of your own in place of the pack's: see `cardgen docs own-games`. The file is run as a
        program: name none that you do not trust.
    """

def summary(
    pack: AnyPack,
    *,
    format: Literal['a4', 'letter', 'a5', 'half-letter', 'a6', 'html', 'epub'] | None = None,
    page: Literal['rules', 'first-game', 'player-aid', 'score-sheet'] = 'rules',
    card: bool = False,
    output: Path | str | None = None,
    game: str | None = None,
    template: Path | str | None = None,
    ragged: bool = False,
    style: str | None = None,
    ink_saver: bool = False,
    size: tuple[float, float] | str | None = None,
    back: str | None = None,
    no_stripe: bool = False,
    language: str | None = None,
    strict: bool = False,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Make one page for the table: rules, a first game, a player aid or a score sheet. Or with --card a card.

    format: The size of the page, or a form for screens; see --card and --page.
    page: The rules in short, a first game on a4, a player aid on a6 for each seat, or a score sheet.
    card: A rules card for the pack itself: a picture to add to its extras.
    output: A file of the format that is made, or a folder. Default: output/
    game: Which of the pack's games: see `cardgen list games`.
    template: Your own template. Default: the one beside the pack, or the game's.
    ragged: Set the text ragged right.
    style: Draw index faces in this style (disc|solid|paper).
    ink_saver: Lighter backs and fills, same legibility.
    size: Another card size: poker, tarot, "70 x 120 mm" ...
    back: Another back: see `cardgen list patterns`.
    no_stripe: Leave the stripe out.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    strict: Treat warnings as errors.
    """

def verify(
    files: Path | bytes | str | Sequence[Path | bytes | str],
    *,
    pack: str | Path | Mapping[str, Any] | Pack | None = None,
    language: str | None = None,
    progress: Progress = ...,
) -> Result:
    """Prove a finished PDF of sheets: read it back and compare it with its pack.

    Proven are: each card of the pack is there as often as the pack says, upright and at true size, and
    looks as the pack has it inside its cut; each text, icon and picture of a face is seen as its font or
    its file has it; each back lies behind its front when the paper is flipped as declared; nothing is
    printed in the margin. Name the file of backs too, where they are separate.

    files: The file of sheets, or those of fronts and of backs.
    pack: The pack it was made of. Without it, one of that name is looked for here, beside the file and
        above it, and among those that come with cardgen.
    language: In this language, as far as the pack is translated: de, fr, pt-BR ...
    """

def words(
    pack: AnyPack,
    language: str,
    *,
    game: str | None = None,
    output: Path | str | None = None,
    progress: Progress = ...,
    trust: bool = False,
) -> Result:
    """Begin a translation of a pack, or of rules, or bring it up to date with the texts as they are now.

    The texts of a pack are written into a table (csv), those of rules into a catalogue (PO): of the template
    beside the pack, or with --game of that game's book. What was translated stays: a text that was
    changed keeps its translation, marked and with the text as it was; one that is gone is kept at the end.

    language: The language to translate into.
    game: Translate the rules of this game: see `cardgen list games`.
    output: The folder of the translation. Default: beside the pack.
    """
