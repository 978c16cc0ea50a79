"""A deck that random edits change: rows, layouts, types, fonts, icons, pictures and options."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from made_fonts import made_font
from PIL import Image

WORDS = (
    "harbour",
    "ship",
    "captain",
    "**pays**",
    "Löwe",
    "žluť",
    "“three”",
    "4 – 6",
    "{coin}",
    "{key}",
    "*draws*",
)
COLORS = ("#123A7A", "#E8D8A0", "white", "black", "#AA2211", "accent", "ink")
GROUNDS = ("#F6EFE0", "#20304A", {"gradient": ["#204060", "#F0E0C0"]}, {"image": "a.png"})


class EditedDeck:
    """The deck in a folder, and the options that it is made with."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.dice = random.Random(seed)
        self.folder, self.file = folder, folder / "deck.yaml"
        self.options: dict[str, Any] = {}
        for name in ("a.png", "b.png", "c.jpg", "m.png"):
            self.paint(name)
        self.draw_icon()
        (folder / "own.ttf").write_bytes(made_font("ABCDEabcdehiprst 123é"))
        self.rows = [self.row(number) for number in range(5)]
        self.data: dict[str, Any] = {
            "format": 1,
            "name": "Deck",
            "card": {"size": "poker", "corner": "3 mm"},
            "icons": {"key": "key.svg"},
            "layouts": {"mine": {"extends": "full", "boxes": {}}},
            "types": {"body": {"size": "9 pt"}},
        }
        self.lists: list[dict[str, Any]] = [{"layout": "story", "rows": self.rows}]
        self.write()

    def paint(self, name: str) -> None:
        """Write a picture with new contents."""
        size = self.dice.choice(((100, 140), (80, 80)))
        mode = self.dice.choice(("RGB", "RGBA")) if name.endswith("png") else "RGB"
        picture = Image.new(mode, size, tuple(self.dice.randrange(256) for _ in mode))
        for place in range(0, size[0], 20):
            color = tuple(self.dice.randrange(256) for _ in mode)
            picture.paste(color, (place, 0, place + 8, size[1]))
        picture.save(self.folder / name)

    def draw_icon(self) -> None:
        """Write the drawing of an icon with new contents."""
        side = self.dice.randrange(20, 90)
        (self.folder / "key.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
            f'<rect width="{side}" height="{side}"/></svg>'
        )

    def text(self) -> str:
        """Return some words, icons and signs that few fonts have at the same code."""
        return " ".join(self.dice.choice(WORDS) for _ in range(self.dice.randrange(1, 14)))

    def row(self, number: int) -> dict[str, Any]:
        """Return a new row."""
        made = {"title": f"Card {number}", "corner": self.dice.randrange(12), "text": self.text()}
        if self.dice.random() < 0.5:
            made["picture"] = self.dice.choice(("a.png", "b.png", "c.jpg"))
        return made

    def edit(self) -> str:
        """Change one thing or two, write the deck, and return what was changed."""
        edits: list[Callable[[], object]] = [
            *[self.change_cell] * 8, self.insert_row, self.delete_row,
            self.swap_rows, self.name_a_card, self.change_quantity, self.number_cards, self.change_box,
            self.change_box, self.change_layout, self.change_type, self.change_font, self.repaint,
            self.draw_icon, self.change_size, self.change_option, self.change_list, self.change_words,
            self.share_columns, self.change_ground, self.change_back, self.nothing,
        ]  # fmt: skip
        self.before = copy.deepcopy((self.data, self.lists, self.options))
        made = [self.dice.choice(edits) for _ in range(self.dice.choice((1, 1, 2)))]
        for each in made:
            each()
        self.write()
        return ", ".join(each.__name__ for each in made)

    def undo(self) -> None:
        """Take the last edit back, except for files beside the deck."""
        self.data, self.lists, self.options = self.before
        self.rows = self.lists[0]["rows"]
        self.write()

    def write(self) -> None:
        """Write the deck's file."""
        data = {**self.data, "cards": self.lists}
        self.file.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")

    def some_row(self) -> dict[str, Any]:
        return self.dice.choice(self.rows)

    def change_cell(self) -> None:
        row = self.some_row()
        key = self.dice.choice(("title", "corner", "text", "picture", "footer", "kind", "notes"))
        row[key] = self.dice.choice(("a.png", "b.png", "c.jpg")) if key == "picture" else self.text()
        if key == "title":
            row[key] = f"Title {self.dice.randrange(30)}"

    def insert_row(self) -> None:
        if len(self.rows) < 7:
            self.rows.insert(self.dice.randrange(len(self.rows)), self.row(self.dice.randrange(100)))

    def delete_row(self) -> None:
        if len(self.rows) > 3:
            self.rows.pop(self.dice.randrange(len(self.rows)))

    def swap_rows(self) -> None:
        self.dice.shuffle(self.rows)

    def name_a_card(self) -> None:
        self.some_row()["text"] = f"See {{{self.some_row()['title']}}} {self.text()}"

    def change_quantity(self) -> None:
        self.some_row()["quantity"] = self.dice.randrange(1, 4)

    def number_cards(self) -> None:
        self.some_row()["footer"] = self.dice.choice(
            ("{serial:001}", "{copy} of {copies}", "{qr:https://a.example}")
        )

    def change_box(self) -> None:
        boxes = self.data["layouts"]["mine"]["boxes"]
        box = boxes.setdefault(self.dice.choice(("title", "text", "corner", "picture")), {})
        box |= self.dice.choice((
            {"color": self.dice.choice(COLORS)}, {"opacity": self.dice.choice((0.4, 0.8, 1))},
            {"ground": {"color": self.dice.choice(COLORS), "radius": "2 mm"}},
            {"rotate": self.dice.choice((0, 5, 90))},
            {"outline": {"color": "white", "width": "0.3 mm"}}, {"shadow": {"color": "black"}},
            {"at": [f"{self.dice.randrange(3, 9)} mm", f"{self.dice.randrange(3, 60)} mm"]},
            {"blend": "multiply"},
            {"size": [f"{self.dice.randrange(20, 50)} mm", f"{self.dice.randrange(8, 30)} mm"]},
            {"turned": True}, {"mask": "m.png"}, {"allow": ["covered"]},
        ))  # fmt: skip

    def change_layout(self) -> None:
        self.some_row()["layout"] = self.dice.choice(("story", "full", "rule", "token", "mine"))

    def change_type(self) -> None:
        own = self.data["types"].setdefault(self.dice.choice(("body", "title", "large")), {})
        own |= self.dice.choice((
            {"size": f"{self.dice.randrange(7, 14)} pt"}, {"italic": True}, {"weight": "bold"},
            {"tracking": "0.4 pt"}, {"capitals": True}, {"color": self.dice.choice(COLORS)},
        ))  # fmt: skip

    def change_font(self) -> None:
        if self.dice.random() < 0.4:
            self.data.pop("fonts", None)
            return
        characters = "ABCDEabcdehiprstučžüö 123é" + self.dice.choice(("", "ÄÖ“”–"))
        (self.folder / "own.ttf").write_bytes(made_font(characters, width=self.dice.randrange(400, 700)))
        self.data["fonts"] = {self.dice.choice(("text", "title")): "own.ttf"}

    def repaint(self) -> None:
        self.paint(self.dice.choice(("a.png", "b.png", "c.jpg", "m.png")))

    def change_size(self) -> None:
        self.data["card"] = self.dice.choice((
            {"size": "poker", "corner": "3 mm"}, {"size": "tarot"}, {"size": "poker", "bleed": "2 mm"},
        ))  # fmt: skip

    def change_option(self) -> None:
        self.options = self.dice.choice((
            {}, {"paper": "letter"}, {"backs": "none"}, {"guides": "lines"},
            {"portrait": True}, {"margin": "12 mm"}, {"backs": "gutterfold"},
        ))  # fmt: skip

    def change_list(self) -> None:
        self.lists[0]["layout"] = self.dice.choice(("story", "full", "mine"))
        self.lists[0]["color"] = self.dice.choice(("#123A7A", "#AA2211"))

    def change_words(self) -> None:
        self.data["language"] = self.dice.choice(("en", "de", "cs"))
        self.data["keywords"] = {self.dice.choice(("ship", "captain")): "title"}

    def share_columns(self) -> None:
        self.data["layouts"]["mine"]["boxes"]["footer"] = {
            "show": self.dice.choice(("{corner} / {title}", "{corner}.png", "{coin*corner}", "a.png")),
            "at": ["5 mm", "60 mm"], "size": ["20 mm", "9 mm"],
        }  # fmt: skip

    def change_ground(self) -> None:
        holder = self.some_row() if self.dice.random() < 0.3 else self.data["layouts"]["mine"]
        holder["ground"] = self.dice.choice(GROUNDS)

    def change_back(self) -> None:
        self.data["back"] = self.dice.choice(({"color": "#123A7A"}, {"image": "b.png"}, {"layout": "rule"}))

    def nothing(self) -> None:
        """Change nothing."""
