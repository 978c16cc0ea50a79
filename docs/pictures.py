"""Make the pictures of the README and of docs: `python docs/pictures.py`. A test keeps them current."""

from __future__ import annotations

import argparse
import io
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

import cardgen
from cardgen import units
from cardgen.art.face import card_side
from cardgen.art.items import Item, Stroke
from cardgen.art.pdf_writer import write_pdf
from cardgen.art.piece_outline import piece_outline
from cardgen.colour.colors import color_from_hex
from cardgen.geometry import Rect
from cardgen.pack.cards import Card
from cardgen.pack.layouts import builtin_layouts
from cardgen.pack.model import Pack
from cardgen.prepress.printers import library

FOLDER = Path(__file__).parent / "pictures"
#: A face of a pack by its label; None for the back.
Shown = tuple[Pack, str | None]
#: Red, green and blue, 0 to 255.
Ink = tuple[int, int, int]


def load(name: str, **values: object) -> Pack:
    """A shipped pack with some values changed."""
    return cardgen.load(name, {tuple(key.split("__")): value for key, value in values.items()})  # type: ignore[misc]


def cards(shown: list[Shown], columns: int, dpi: int) -> Image.Image:
    """Cards side by side, as cut."""
    gap = 4 * units.MM
    widest = max(pack.card.width for pack, _ in shown)
    highest = max(pack.card.height for pack, _ in shown)
    rows = -(-len(shown) // columns)
    size = (columns * (widest + gap) + gap, rows * (highest + gap) + gap)
    items: list[Item] = []
    for place, (pack, label) in enumerate(shown):
        row, column = divmod(place, columns)
        x = gap + column * (widest + gap) + (widest - pack.card.width) / 2
        y = size[1] - (row + 1) * (highest + gap) + (highest - pack.card.height) / 2
        trim = Rect(x, y, *pack.card.size)
        edge = piece_outline(pack.card, trim)
        side = next((card for card in pack.cards if card.label == label), label or "back")
        items += [card_side(pack, side, trim, edge), Stroke(edge, color_from_hex("#B9B7B0"), 0.5)]
    return rendered(write_pdf(items, size), [0], dpi)


def rendered(pdf: bytes, pages: list[int], dpi: int) -> Image.Image:
    """Pages of a PDF side by side, each with a thin edge."""
    document = pypdfium2.PdfDocument(pdf)
    pictures = [document[page].render(scale=dpi / 72).to_pil() for page in pages]
    document.close()
    gap = 10 if len(pages) > 1 else 0
    width = sum(picture.width + 2 + gap for picture in pictures) - gap
    whole = Image.new("RGB", (width, max(picture.height for picture in pictures) + 2), "white")
    x = 0
    for picture in pictures:
        if len(pages) > 1:
            whole.paste(Image.new("RGB", (picture.width + 2, picture.height + 2), "#B9B7B0"), (x, 0))
        whole.paste(picture, (x + 1, 1))
        x += picture.width + 2 + gap
    return whole


def hero() -> Image.Image:
    """Cards of several packs."""
    game, full = load("never-over"), load("standard-52-four-colour")
    first: list[Shown] = [
        (game, "+4"),
        (game, "+1"),
        (game, "≤4"),
        (game, "≤0"),
        (game, "summary"),
        (game, None),
    ]
    names = ("K of spades", "Q of hearts", "J of clubs", "10 of diamonds", "red joker", None)
    return cards(first + [(full, name) for name in names], 6, 72)


def sheet() -> Image.Image:
    """The first sheet of NEVER OVER, front and back."""
    return rendered(cardgen.sheets(load("never-over"))[0].data, [0, 1], 48)


def styles() -> Image.Image:
    """The three styles and the ink saver."""
    values: list[dict[str, object]] = [
        {"style": "disc"},
        {"style": "solid"},
        {"style": "paper"},
        {"ink-saver": True},
    ]
    packs = [load("never-over", **value) for value in values]
    return cards([(pack, label) for pack in packs for label in ("+3", "≤2")], 8, 60)


def backs() -> Image.Image:
    """The drawn backs."""
    names = ("lattice", "rings", "weave", "sunburst", "chevrons")
    return cards([(load("never-over", back__pattern=name), None) for name in names], 5, 60)


def suits() -> Image.Image:
    """German and Spanish suits."""
    german, spanish = load("german-32"), load("spanish-40")
    first = ("9 of acorns", "U of leaves", "O of bells", "K of hearts")
    then = ("7 of coins", "S of cups", "C of swords", "R of batons")
    return cards([(german, name) for name in first] + [(spanish, name) for name in then], 8, 60)


def pips() -> Image.Image:
    """Pips and symbols as usual and larger."""
    sizes = {"pips": {"size": "15 mm", "ace": "40 mm"}, "index": {"small": {"symbol": "6 mm"}}}
    usual = load("standard-52")
    large = cardgen.load("standard-52", {(key,): value for key, value in sizes.items()})
    names = ("3 of clubs", "9 of diamonds", "A of hearts")
    return cards([(pack, name) for pack in (usual, large) for name in names], 6, 60)


def symbols() -> Image.Image:
    """All built-in symbols."""
    from cardgen.output.contact import write_symbols

    return Image.open(io.BytesIO(write_symbols(png=True)))


def layouts() -> Image.Image:
    """The built-in layouts, a card each."""
    pack = cardgen.load(str(FOLDER.parent / "examples" / "layouts.yaml"))
    return cards([(pack, card.label) for card in pack.cards], 6, 90)


def layouts_more() -> Image.Image:
    """The built-in layouts of the adventure game in docs/examples, a card each."""
    labels = (
        "Moss Owl", "Kindle", "Dusk Mill", "Pilgrim's Lantern", "Ines of the Shells", "Thunder on the Hill",
        "Bring light to the Hollow", "Your turn", "The road so far", "tile: Hollow", "divider: Creatures",
        "tarot: The Owl", "domino: Five and suns",
    )  # fmt: skip
    return cards(pieces_of("hollow-road", labels), 7, 90)


def layout_samples() -> dict[str, tuple[Pack, Card]]:
    """Return a card of each built-in layout, with its pack, from the examples."""
    packs = [cardgen.load(str(FOLDER.parent / "examples" / "layouts.yaml")), *example("hollow-road").kinds]
    cards_of = [(pack, card) for pack in packs for card in pack.cards if card.layout]
    return {card.layout: (pack, card) for pack, card in reversed(cards_of)}


def layout(name: str) -> Image.Image:
    """A card of one built-in layout."""
    pack, card = layout_samples()[name]
    return cards([(pack, card.label)], 1, 90)


#: NEVER OVER with one card, to show what a key or a printer does with it.
ONE_CARD = {
    "format": 1,
    "extends": "never-over",
    "name": "One card",
    "games": [],
    "suits": {
        "green": {"cards": {"3": 0, "2": 0, "1": 0}},
        "red": {"cards": {"4": 0, "3": 0, "2": 0, "1": 0, "0": 0}},
    },
    "extras": [],
}


def with_keys(*changes: dict[str, object]) -> Image.Image:
    """One card with different keys of a pack."""
    return cards([(cardgen.load({**ONE_CARD, **change}), "+4") for change in changes], 4, 60)


def extras() -> Image.Image:
    """The faces of extras: title, text, summary, joker."""
    faces: list[dict[str, object]] = [
        {"face": "title", "name": "Title"},
        {"face": "text", "title": "A turn", "text": "Play a card, or draw one."},
        {"face": "summary", "name": "Summary"},
    ]
    pack = cardgen.load({**ONE_CARD, "extras": faces})
    extra = [card for card in pack.cards if card.is_extra]
    shown = [(pack, card.label) for card in extra] + [(load("standard-52"), "red joker")]
    return cards(shown, 4, 60)


def printer(name: str) -> Image.Image:
    """A face as the proof for a printer shows it: bleed, cut, corners and safe zone."""
    product = cardgen.find_printer(name).products[0]
    [file] = cardgen.proof(ONE_CARD, printer=name, size=product.name)
    document = pypdfium2.PdfDocument(file.data)
    texts = [page.get_textpage().get_text_bounded() for page in document]
    page = next(place for place, text in enumerate(texts) if "Every face" in text and "+4" in text)
    whole = document[page].render(scale=78 / 72).to_pil()
    document.close()
    return whole.crop(
        (
            round(0.05 * whole.width),
            round(0.082 * whole.height),
            round(0.60 * whole.width),
            round(0.49 * whole.height),
        )
    )


def pack_of_page(name: str) -> str:
    """Return the text of a pack that docs/cards.md shows, by its name."""
    page = (FOLDER.parent / "cards.md").read_text(encoding="utf-8")
    (text,) = (block for block in page.split("```yaml\n") if f"name: {name}\n" in block)
    return text.split("```")[0]


def recipes() -> Image.Image:
    """A card of each pack of docs/recipes.md, with the drawings of the adventure game."""
    page = (FOLDER.parent / "recipes.md").read_text(encoding="utf-8")
    labels = ("Kindling Rite", "Bellows", "7 of east", "The Owl", "Hollow", "Your turn")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FOLDER.parent / "examples" / "hollow-road" / "art", Path(folder, "pictures"))
        shown = []
        for text, label in zip(page.split("```yaml\n")[1:], labels, strict=True):
            file = Path(folder, f"{len(shown)}.yaml")
            file.write_text(text.split("```")[0], encoding="utf-8")
            pack = cardgen.load(str(file))
            shown.append((pack.kinds[0], label))
        return cards(shown, 6, 80)


def conditions() -> Image.Image:
    """The cards of docs/cards.md with boxes that come and go."""
    pack = cardgen.load("harvest.yaml", text=pack_of_page("Harvest"))
    return cards([(pack, card.label) for card in pack.cards], 4, 90)


def flow() -> Image.Image:
    """The cards of docs/cards.md whose boxes flow as a column."""
    pack = cardgen.load("orchard.yaml", text=pack_of_page("Orchard"))
    return cards([(pack, card.label) for card in pack.cards], 3, 90)


def glass() -> Image.Image:
    """The frame over art of docs/cards.md, with the pack that is shown there."""
    return with_art("Grove")


def fair() -> Image.Image:
    """The turned and cut boxes with gradients of docs/cards.md, with the pack that is shown there."""
    return with_art("Fair")


def lettering() -> Image.Image:
    """The outlined letters of docs/cards.md, with the pack that is shown there."""
    return with_art("Lettering")


def words() -> Image.Image:
    """The words in styles of docs/cards.md, with the pack that is shown there."""
    return with_art("Embers")


def charts() -> Image.Image:
    """The masked pictures of docs/cards.md, with the pack that is shown there."""
    return with_art("Charts")


def with_art(name: str) -> Image.Image:
    """The cards of a pack of docs/cards.md, with pictures beside it."""
    text = pack_of_page(name)
    with tempfile.TemporaryDirectory() as folder:
        art = Path(folder, "pictures")
        art.mkdir()
        grove((250, 214, 150), (226, 122, 96), (255, 246, 214), (74, 92, 70)).save(art / "dawn.png")
        grove((24, 34, 74), (70, 84, 140), (236, 238, 250), (16, 26, 42)).save(art / "night.png")
        frame().save(art / "frame.png")
        brush().save(art / "brush.png")
        Path(folder, "grove.yaml").write_text(text, encoding="utf-8")
        pack = cardgen.load(str(Path(folder, "grove.yaml")))
        return cards([(pack, card.label) for card in pack.cards], 2, 110)


#: Pixels of a poker card with its bleed.
ART = (824, 1124)


def grove(above: Ink, below: Ink, disc: Ink, trees: Ink) -> Image.Image:
    """A sky with a sun or a moon, and trees before it."""
    level = Image.linear_gradient("L").resize(ART)
    sky = Image.composite(Image.new("RGB", ART, below), Image.new("RGB", ART, above), level)
    draw = ImageDraw.Draw(sky)
    draw.ellipse((430, 250, 650, 470), fill=disc)
    for row in range(3):
        foot = 620 + 190 * row
        color = tuple(
            round(ink + (part - ink) * (2 - row) / 4) for ink, part in zip(trees, below, strict=True)
        )
        draw.rectangle((0, foot, *ART), fill=color)
        for tree in range(-1, 8):
            x, high = 125 * tree + 62 * (row % 2), 170 + 47 * ((3 * tree + row) % 4)
            draw.polygon([(x - 75, foot + 4), (x + 75, foot + 4), (x, foot - high)], fill=color)
    return sky


def frame() -> Image.Image:
    """A frame with a hole, and a shadow at its inner edge that is transparent in part."""
    window = (84, 190, ART[0] - 84, ART[1] - 96)
    hole = Image.new("L", ART, 0)
    ImageDraw.Draw(hole).rounded_rectangle(window, 40, fill=255)
    shadow = ImageChops.invert(hole).filter(ImageFilter.GaussianBlur(22)).point(lambda level: level * 4 // 5)
    made = Image.merge("RGBA", (*Image.new("RGB", ART, (30, 18, 8)).split(), shadow))
    made.paste((238, 226, 196, 255), mask=ImageChops.invert(hole))
    ImageDraw.Draw(made).rounded_rectangle(window, 40, outline=(122, 90, 50, 255), width=7)
    return made


def brush() -> Image.Image:
    """Strokes of a dry brush, white on black."""
    made = Image.new("L", (720, 720), 0)
    draw = ImageDraw.Draw(made)
    for stroke in range(60):
        y, left, right = 36 + 11 * stroke, 28 + 23 * ((7 * stroke) % 5), 692 - 19 * ((11 * stroke) % 6)
        bend = 90 * ((stroke - 30) / 30) ** 2
        draw.line([(left + bend, y), (right - bend, y - 14)], fill=255, width=13 - stroke % 3)
    return made.filter(ImageFilter.GaussianBlur(2))


#: The packs in docs/examples and cards of theirs, or other pieces behind their kind; None is the back.
EXAMPLES: dict[str, tuple[str | None, ...]] = {
    "night-shift": ("+5", "+3", "≤2", "≤0", "At night", None),
    "twelve-moons": ("Wolf Moon", "Egg Moon", "Rose Moon", "Fruit Moon", "Long Night", None),
    "summit": ("K of pine", "Mist", "8 of rock", "10 of sky", "Eagle", None),
    "reef-watch": ("5 of coral", "9 of lagoon", "2 of kelp", "3 of Lantern", "Win this card", None),
    "curtain-call": ("Watchman", "Duellist", "Soprano", "Lead", "Your turn", None),
    "hollow-road": (
        "Moss Owl",
        "Kindle",
        "Four Stone Ford",
        "Ines of the Shells",
        "tile: Hollow",
        "tarot: The Owl",
    ),
    "market": ("Acorns", "Silver", "Steamer", "Innkeeper", "Storm", None),
    "islets": ("Wood", "Field", "Clay", "Rock", "Harbour", None),
    "night-fair": ("Copper", "Silver", "Gold", None, "marker: Heart", "marker: Skull"),
    "both-banks": ("Market Hall", "back", "Bell Tower", "back-2", "Ferry", "back-5"),
    "crown-and-plough": ("Purse", "Manor", "Steward", "Tax", None, "divider: Ploughman"),
    "gilded-hours": ("Dawn", "Dusk", "Midnight", None),
    "postcards": ("harbour", "mountains", "forest", "desert", "city", None),
}
#: The same of packs whose fonts come from packages.
SCRIPTS: dict[str, tuple[str | None, ...]] = {
    "souk": ("التاجر", "دورك"),
    "bento": ("しょうゆ", "手番"),
    "mela": ("मिठाई की दुकान", "आपकी बारी"),
}


def example(name: str) -> Pack:
    """A pack in docs/examples."""
    return cardgen.load(str(FOLDER.parent / "examples" / name / f"{name}.yaml"))


def examples() -> Image.Image:
    """Cards of some packs in docs/examples."""
    chosen = ("curtain-call", "reef-watch", "market", "summit", "night-shift", "twelve-moons")
    return cards([(example(name), EXAMPLES[name][1]) for name in chosen], 6, 80)


def gallery(name: str) -> Image.Image:
    """Cards of one pack in docs/examples, in a row."""
    return cards(pieces_of(name, EXAMPLES[name]), 6, 72)


def board() -> Image.Image:
    """The board of an example, and the four sheets that it is printed on."""
    [file] = cardgen.sheets(example("tide-race"), only=["piece=board"])
    pages = [rendered(file.data, [page], 20) for page in (0, 2, 4, 6)]
    whole = cards(pieces_of("tide-race", ("board: Tide Race",)), 1, 29)
    (wide, high), gap = pages[0].size, 10
    made = Image.new("RGB", (whole.width + 2 * wide + 3 * gap, max(whole.height, 2 * high + gap)), "white")
    made.paste(whole, (0, (made.height - whole.height) // 2))
    for place, page in enumerate(pages):
        row, column = divmod(place, 2)
        left, top = whole.width + gap + column * (wide + gap), row * (high + gap)
        made.paste("#B9B7B0", (left - 1, top - 1, left + wide + 1, top + high + 1))
        made.paste(page, (left, top))
    return made


def pieces_of(name: str, labels: Iterable[str | None]) -> list[Shown]:
    """Return the kinds and the names of some pieces of a pack in docs/examples."""
    pack = example(name)
    kinds = {kind.piece: kind for kind in pack.kinds}
    shown = []
    for label in labels:
        piece, _, of_piece = (label or "").rpartition(": ")
        shown.append((kinds[piece] if piece else pack.kinds[0], of_piece or label))
    return shown


def scripts() -> Image.Image:
    """Cards in Arabic and English, in Japanese and in Hindi."""
    packs = [(example(name), label) for name, labels in SCRIPTS.items() for label in labels]
    return cards(packs, 6, 90)


def guides() -> Image.Image:
    """Crop marks, cut lines, corner ticks, rounded outlines."""
    pictures = []
    for kind in ("crop", "lines", "ticks", "rounded"):
        gutter = 6 * units.MM if kind == "ticks" else 0.0
        [file] = cardgen.sheets("never-over-paper", paper="a5", gutter=gutter, guides=kind)
        pictures.append(rendered(file.data, [0], 44))
    whole = Image.new("RGB", (sum(p.width + 8 for p in pictures), max(p.height for p in pictures)), "#B9B7B0")
    x = 4
    for picture in pictures:
        whole.paste(picture, (x, 0))
        x += picture.width + 8
    return whole


def cutter() -> Image.Image:
    """A sheet with registration marks for a cutting machine."""
    return rendered(cardgen.sheets("never-over", cutter="silhouette")[0].data, [0, 1], 44)


def rulebook() -> Image.Image:
    """Pages of NEVER OVER's rulebook: the title, what you can do, a whole game."""
    from cardgen.api import rulebook

    [file] = rulebook("never-over")
    return rendered(file.data, [0, 1, 2], 44)


def box() -> Image.Image:
    """The box of the standard pack with a card on it, as it lies on the paper."""
    [made] = cardgen.box("standard-52", front="K of hearts")
    page = rendered(made.data, [0], 84)
    left, upper, right, lower = ImageOps.invert(page.convert("L")).getbbox() or (0, 0, *page.size)
    return page.crop((left - 8, upper - 8, right + 8, lower + 8))


def boxes() -> Image.Image:
    """The tray and the lid of a two-piece box, and a well of an insert, from the pack of docs/printing.md."""
    text = (
        (Path(__file__).parent / "printing.md")
        .read_text("utf-8")
        .partition("# harbour.yaml")[2]
        .partition("```")[0]
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "harbour.yaml"
        file.write_text(text, "utf-8")
        [two] = cardgen.box(str(file), type="two-piece", only=["piece=card"])
        [insert] = cardgen.box(str(file), type="insert", paper="a3")
    shown = [(two.data, 0), (two.data, 1), (insert.data, 3)]
    parts = []
    for data, page in shown:
        picture = rendered(data, [page], 60)
        inner = picture.crop((2, 2, picture.width - 2, picture.height - 2))
        left, upper, right, lower = ImageOps.invert(inner.convert("L")).getbbox() or (0, 0, *inner.size)
        parts.append(inner.crop((left, upper, right, lower)))
    whole = Image.new(
        "RGB", (sum(each.width for each in parts) + 90, max(each.height for each in parts) + 20), "white"
    )
    x = 10
    for each in parts:
        whole.paste(each, (x, 10))
        x += each.width + 35
    return whole


def compared() -> Image.Image:
    """The design of docs/designing.md beside the published pack, as `cardgen compare --plot` draws them."""
    from cardgen.gaming.lab.plots.comparison import comparison_picture

    cards = {("suits", "green", "cards"): {4: 9, 1: 11}, ("suits", "red", "cards"): {3: 3, 2: 4}}
    design = {(*path, str(rank)): times for path, changed in cards.items() for rank, times in changed.items()}
    packs = [load("never-over"), cardgen.load("never-over", design)]
    results = cardgen.compare(packs, temperament="careful", games=5_000).result.results
    results = replace(results, names=("never-over", "the design"))
    return Image.open(io.BytesIO(comparison_picture(results, "png", packs)))


PICTURES: dict[str, Callable[[], Image.Image]] = {
    "cards": hero,
    "sheet": sheet,
    "styles": styles,
    "backs": backs,
    "suits": suits,
    "pips": pips,
    "symbols": symbols,
    "layouts": layouts,
    "layouts_more": layouts_more,
    "recipes": recipes,
    "conditions": conditions,
    "flow": flow,
    "glass": glass,
    "fair": fair,
    "lettering": lettering,
    "words": words,
    "charts": charts,
    "examples": examples,
    **{f"gallery_{name.replace('-', '_')}": partial(gallery, name) for name in EXAMPLES},
    "gallery_tide_race": board,
    "scripts": scripts,
    "guides": guides,
    "cutter": cutter,
    "rulebook": rulebook,
    "box": box,
    "boxes": boxes,
    "index": partial(
        with_keys,
        {},
        {"index": {"small": False}},
        {"index": {"large": False}},
        {"index": {"large": {"height": "9 mm"}}},
    ),
    "stripe": partial(
        with_keys,
        {},
        {"stripe": False},
        {"stripe": {"width": "12 mm"}},
        {"stripe": {"from": "top-left"}, "index": {"small": {"corners": ["top-right", "bottom-left"]}}},
    ),
    "extras": extras,
    **{f"layout_{name}": partial(layout, name) for name in builtin_layouts().layouts},
    **{f"printer_{name}": partial(printer, name) for name in library.preset_names()},
    "compared": compared,
}


#: Pictures with gradients; 64 colours are plenty for flat art.
SHADED = ("layouts_more", "recipes", "gallery_hollow_road", "fair", "lettering", "charts")


def encoded(name: str) -> bytes:
    """Return a picture as a small PNG."""
    out = io.BytesIO()
    colors = 256 if name in SHADED else 64
    PICTURES[name]().convert("RGB").quantize(colors, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> None:
    """Write the pictures that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help="a picture; default: all")
    names = parser.parse_args().names
    if unknown := [name for name in names if name not in PICTURES]:
        parser.error(f"there is no picture {', '.join(unknown)}: choose from {', '.join(PICTURES)}")
    FOLDER.mkdir(exist_ok=True)
    for name in names or PICTURES:
        data = encoded(name)
        (FOLDER / f"{name}.png").write_bytes(data)
        print(f"{name}.png: {len(data):,} bytes")


if __name__ == "__main__":
    main()
