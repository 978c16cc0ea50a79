"""What examine() makes of whole files: pictures out of reach, names that fall together, another size."""

from __future__ import annotations

from pathlib import Path

import own_games
import pytest
from PIL import Image

import cardgen
from cardgen.prepress.verification.sheets import verify_sheets
from cardgen.units import MM


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Write a pack into a folder below the one worked in; returns its messages of errors."""
    (tmp_path / "packs").mkdir()
    monkeypatch.chdir(tmp_path)

    def said(text: str) -> list[str]:
        Path("packs/p.yaml").write_text("format: 1\nname: P\n" + text, encoding="utf-8")
        return [problem.message for problem in cardgen.examine("packs/p.yaml").of("error")]

    return said


def test_a_picture_named_by_a_number_is_looked_for_beside_the_pack_alone(say) -> None:  # type: ignore[no-untyped-def]
    Image.new("RGB", (900, 1200)).save("5", "PNG")
    text = "suits: {a: {color: black, cards: {1: 1}}}\nback: {image: 5}\n"
    assert say(text) == ["there is no file '5' beside the pack"]


@pytest.mark.parametrize("card", ["{face: image, image: ../x.png}", "{face: image, image: none.png}"])
def test_a_picture_that_cannot_be_had_is_spoken_of_once(say, card: str) -> None:  # type: ignore[no-untyped-def]
    assert len(say(f"extras: [{card}]\n")) == 1
    assert len(say(f"suits: {{a: {{color: black, cards: {{1: {card}}}}}}}\n")) == 1


def test_a_rank_called_image_is_a_rank(say) -> None:  # type: ignore[no-untyped-def]
    assert say("suits: {image: {color: black, cards: {image: 3}}}\n") == []


def test_names_that_differ_in_their_spaces_are_not_lost(say) -> None:  # type: ignore[no-untyped-def]
    assert say('suits: {a: {color: black, cards: {1: 1, "1 ": 2}}}\n') == [
        "the rank '1 ' begins or ends with a space"
    ]
    assert say('suits: {a: {color: black, cards: {1: 1}}, "a ": {color: black, cards: {2: 1}}}\n') == [
        "'a' appears twice"
    ]


def test_nothing_after_rgb_is_said_so(say) -> None:  # type: ignore[no-untyped-def]
    text = "suits: {a: {color: {rgb: }, cards: {1: 1}}}\n"
    assert say(text) == ["no value is given for 'rgb'"]


def test_another_size_takes_what_is_stated_along() -> None:
    pack = cardgen.load("never-over", size=(93 * MM, 132 * MM))
    assert pack.card.size == (93 * MM, 132 * MM)
    assert pack.index.large.height == pytest.approx(27 * MM)
    assert pack.index.small.height == pytest.approx(7.5 * MM)
    assert pack.stripe.width == pytest.approx(6.3 * MM)


def test_every_card_has_an_id_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    one = "color: black, cards"
    suits = f"a-b: {{{one}: {{c: 1}}}}, a: {{{one}: {{b-c: 2}}}}, extra: {{{one}: {{1: 1}}}}"
    file.write_text(f"format: 1\nname: P\nsuits: {{{suits}}}\nextras: [{{face: joker}}]\n")
    pack = cardgen.load(str(file))
    assert len({card.id for card in pack.cards}) == 4
    (sheets,) = cardgen.sheets(pack)
    assert verify_sheets(sheets.data, pack).good


def test_results_print_what_they_hold_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tide.yaml").write_text(own_games.PACK)
    Path("tide.py").write_text(own_games.FILES["tide.py"])
    played = cardgen.simulate("tide.yaml", rules="tide.py", games=2, players=2, workers=1)
    assert str(played).endswith("seed, games, asked, ...; result: Results>")
    assert str(played.result) == "<Results of Tide: 2 games, seed 1>"
    assert "class" not in str(played.result.experiments)
    assert str(cardgen.sheets("tide.yaml")).startswith("<Result: files: output/tide-sheets.pdf; facts: cards")


def test_a_book_for_screens_says_its_format_in_place_of_pages() -> None:
    assert cardgen.rulebook("never-over", format="epub").facts == {"format": "epub"}
