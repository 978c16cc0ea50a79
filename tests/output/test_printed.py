"""What has changed since the last printing: what counts as a change, and what is printed of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import cardgen
from cardgen.art.fingerprint import face_fingerprint
from cardgen.output.printed import PrintedCard, changes_since, printed_cards

pytestmark = pytest.mark.usefixtures("without_sources")

HEAD = "format: 1\nname: Game\ncards:\n  - layout: rule\n    rows:\n"
ROWS = ("{title: Guard, text: Name a card., quantity: 3}", "{title: Priest, text: Look.}", "{title: Baron}")


def write_pack(*rows: str, more: str = "") -> None:
    lines = "".join(f"      - {row}\n" for row in rows)
    Path("game.yaml").write_text(f"{HEAD}{lines}{more}", "utf-8")


def whole(pack: Any) -> tuple[PrintedCard, ...]:
    return printed_cards(pack, [(card, card.quantity) for card in pack.cards])


def colored(first: str, second: str) -> None:
    boxes = "boxes: {title: {at: [9 mm, 9 mm], size: [40 mm, 9 mm], color: white}}"
    layouts = "".join(
        f"  {name}: {{ground: '{color}', {boxes}}}\n" for name, color in (("one", first), ("two", second))
    )
    cards = "".join(f"  - layout: {name}\n    rows: [{{title: {name}}}]\n" for name in ("one", "two"))
    Path("game.yaml").write_text(f"format: 1\nname: Game\nlayouts:\n{layouts}cards:\n{cards}", "utf-8")


def test_a_picture_shows_changed_cards_as_they_were_printed_and_as_they_are(say: Any) -> None:
    colored("#CC2200", "#00AA44")
    say("sheets", "game.yaml", "--flip", "short")
    colored("#0044CC", "#00AA44")
    say("changes", "game.yaml", "-o", "changes.png")
    with Image.open("changes.png") as picture:
        wide, high = picture.size
        shown = [picture.convert("RGB").getpixel((round(x * wide), high * 3 // 4)) for x in (0.25, 0.75)]
    assert shown == [(0xCC, 0x22, 0x00), (0x00, 0x44, 0xCC)]
    # Of the printing that followed, the first file still has the other card.
    say("sheets", "game.yaml", "--changed", "--flip", "short")
    colored("#0044CC", "#222222")
    say("changes", "game.yaml", "-o", "changes.png")
    with Image.open("changes.png") as picture:
        shown = [picture.convert("RGB").getpixel((round(x * wide), high * 3 // 4)) for x in (0.25, 0.75)]
    assert shown == [(0x00, 0xAA, 0x44), (0x22, 0x22, 0x22)]


def test_only_what_changed_is_told_and_printed(say: Any) -> None:
    write_pack(*ROWS)
    assert say("changes", "game.yaml").errors.startswith("cardgen: there is no earlier printing output/game-")
    say("sheets", "game.yaml")
    assert say("changes", "game.yaml") == "game: nothing changed since output/game-sheets.pdf\n"
    said = say("sheets", "game.yaml", "--changed")
    assert (said.code, said.errors) == (
        2,
        "cardgen: nothing is to be printed: all cards look as in output/game-sheets.pdf, in the same "
        "quantities\n",
    )
    # The third card has moved to the place of the second, and looks as it did.
    write_pack(ROWS[0].replace("3", "5"), "{title: Baron}", "{title: Prince, text: Discard.}")
    said = say("changes", "game.yaml", "-o", "changes.png")
    assert said.splitlines() == [
        "game: 3 changes since output/game-sheets.pdf, 3 cards to print",
        "  more     Guard   3 before, 5 now",
        "  new      Prince  1 copy",
        "  removed  Priest  1 copy",
        "changes.png: 3 changes, before and after",
        "Next: print them: cardgen sheets game.yaml --changed.",
    ]
    said = say("sheets", "game.yaml", "--changed")
    assert said.splitlines()[0] == "output/game-sheets-changed.pdf: 3 cards on 1 sheet of A4, both sides"
    assert say("verify", "output/game-sheets-changed.pdf", "--pack", "game.yaml").code == 0
    # What was printed then counts, until all sheets are made anew.
    assert say("changes", "game.yaml") == "game: nothing changed since output/game-sheets-changed.pdf\n"
    since = say("changes", "game.yaml", "--since", "output/game-sheets.pdf")
    assert "Next: print them: cardgen sheets game.yaml --since output/game-sheets.pdf." in since
    say("sheets", "game.yaml")
    assert say("changes", "game.yaml") == "game: nothing changed since output/game-sheets.pdf\n"


def test_cards_are_held_together_by_their_looks_first() -> None:
    row = {"title": "A", "text": "one"}
    deck = {"format": 1, "name": "G", "cards": [{"layout": "rule", "rows": [row, {"title": "B"}]}]}
    before = whole(cardgen.load(deck))
    named = {**deck, "cards": [{"layout": "rule", "rows": [{"title": "B"}, {**row, "name": "Ace"}]}]}
    assert changes_since(cardgen.load(named), before) == []
    other = {"title": "C", "text": "two"}
    [another] = changes_since(
        cardgen.load({**deck, "cards": [{"layout": "rule", "rows": [other, {"title": "B"}]}]}), before
    )
    assert (another.kind, another.label, another.former_label, another.sides) == (
        "changed",
        "C",
        "A",
        ("face",),
    )
    fewer = {**deck, "cards": [{"layout": "rule", "rows": [{"title": "B"}]}]}
    [gone] = changes_since(cardgen.load(fewer), before)
    assert (gone.kind, gone.label, gone.prints) == ("removed", "A", 0)
    [less] = changes_since(
        cardgen.load(deck), [each._replace(times=3) for each in before[:1]] + [*before[1:]]
    )
    assert (less.kind, less.before, less.after, less.prints) == ("fewer", 3, 1, 0)
    back = cardgen.load({**deck, "back": {"pattern": "rings"}})
    assert {each.sides for each in changes_since(back, before)} == {("back",)}
    # Sheets without backs say nothing of them.
    assert changes_since(back, [each._replace(back="") for each in before]) == []


def test_a_fingerprint_follows_all_that_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Image.new("RGB", (300, 300), "navy").save("p.png")
    rows = [{"title": "A", "text": "one", "picture": "p.png"}]
    deck: dict[str, Any] = {"format": 1, "name": "G", "cards": [{"rows": rows}]}

    def found(**more: Any) -> str:
        pack = cardgen.load({**deck, **more})
        return face_fingerprint(pack, pack.cards[0])

    seen = [found(), found(card={"size": "poker"}), found(types={"body": {"size": "8 pt"}})]
    seen.append(found(cards=[{"rows": [{**rows[0], "text": "two"}]}]))
    seen.append(found(types={"body": {"color": {"rgb": "#1D1B20", "cmyk": [50, 0, 0, 100]}}}))
    Image.new("RGB", (300, 300), "teal").save("p.png")
    seen.append(found())
    assert len(set(seen)) == len(seen)
    Image.new("RGB", (300, 300), "navy").save("p.png")
    assert found() == seen[0]
    assert found(name="Another", author="Somebody") == seen[0]


def test_pictures_of_what_changed_alone(say: Any) -> None:
    write_pack(*ROWS)
    say("sheets", "game.yaml")
    write_pack(*ROWS[:2], "{title: Baron, text: Compare.}")
    said = say("images", "game.yaml", "--changed", "--dpi", "72", "-o", "there")
    assert said.splitlines()[0].startswith("there: 1 face of 1 card and the back")
    assert "output/game-images-changed: 1 face" in say("images", "game.yaml", "--changed", "--dpi", "72")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sheets", "--changed", "--only", "Guard"), "--only and --changed do not go together"),
        (("sheets", "--since", "no.pdf"), "there is no file no.pdf"),
        (("changes", "--since", "game.yaml"), "game.yaml: this PDF cannot be read"),
        (("changes", "-o", "a.jpg"), "a.jpg should end in .png"),
    ],
)
def test_what_cannot_be_compared_is_told(say: Any, arguments: tuple[str, ...], message: str) -> None:
    write_pack(*ROWS)
    said = say(arguments[0], "game.yaml", *arguments[1:])
    assert said.code == 2
    assert message in said.errors


def test_sheets_of_an_earlier_version_say_so(say: Any) -> None:
    from samples import declaring, edited

    write_pack(*ROWS)
    Path("old.pdf").write_bytes(edited(declaring(printed=[["a", "b", "c", 1]])))
    said = say("changes", "game.yaml", "--since", "old.pdf")
    assert (
        said.errors == "cardgen: old.pdf: these sheets do not say how their cards look: make them once more\n"
    )


def test_sheets_find_their_pack_by_the_name_of_its_file(
    say: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pack(*ROWS)
    say("sheets", "game.yaml")
    said = say("verify", "output/game-sheets.pdf")
    assert said.code == 0
    assert said.splitlines()[-1] == "held against game.yaml"
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    file = "../output/game-sheets.pdf"
    assert said.splitlines()[1:-1] == say("verify", file).splitlines()[1:-1]
    # A pack of another name is another pack.
    pack = tmp_path / "game.yaml"
    pack.write_text(pack.read_text("utf-8").replace("name: Game", "name: Play"), "utf-8")
    assert ("holds 'Game', which is not a pack that comes with cardgen: add --pack") in say(
        "verify", file
    ).errors


def test_the_name_of_a_pack_s_file_leads_nowhere_else(say: Any) -> None:
    from samples import declaring, edited

    for source in ("../game.yaml", "/etc/passwd", "..", 7, "a\\b.yaml"):
        Path("odd.pdf").write_bytes(edited(declaring(source=source)))
        assert "held against" not in say("verify", "odd.pdf")


@pytest.mark.parametrize("options", [["--changed"], ["--since", "cards.pdf"]])
def test_changed_cards_and_named_ones_do_not_go_together(say: Any, options: list[str]) -> None:
    said = say("images", "never-over", "--only", "green", *options)
    assert said.code == 2
    assert "--only and --changed do not go together" in said.errors
    assert not list(Path().iterdir())
