"""What is told of a pack: all at once, at the line that is to blame, without what the pack allows."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

import cardgen
from cardgen import api
from cardgen.cli.main import run
from cardgen.errors import Problem
from cardgen.pack.values import WARNINGS
from cardgen.sandbox import child

Look = Callable[..., api.Examined]


@pytest.fixture
def look(tmp_path: Path) -> Look:
    def examine(text: str, **files: str) -> api.Examined:
        for name, content in {**files, "own": text}.items():
            (tmp_path / f"{name}.yaml").write_text(content, encoding="utf-8")
        return api.examine(str(tmp_path / "own.yaml"))

    return examine


def told(examined: api.Examined, *severities: str) -> list[tuple[str, int, str]]:
    """File, line and message of problems, the first words of the message."""
    found: list[Problem] = examined.of(*(severities or ("error", "warning")))
    return [(Path(p.mark.file).stem, p.mark.line, p.message[:40]) for p in found if p.mark]


PALE = "suits:\n  green: {sign: '+', color: '#B0C0B0', cards: {2: 1}}\n"


# --- all at once ------------------------------------------------------------------------------------


def test_an_unknown_key_hides_nothing_else(look: Look) -> None:
    text = (
        "format: 1\nname: X\nstile: disc\ngames: [never-over]\nsuits:\n"
        "  sun: {sign: '+', color: '#0B7A4B', cards: {2: 3, 5: 1}, zzz: 1}\n"
        "  moon: {sign: '≤', color: '#C8202F', cards: {2: 1, 0: 1}}\n"
    )
    assert told(look(text), "error") == [
        ("own", 3, "'stile' is not a key known here"),
        ("own", 6, "'zzz' is not a key known here"),
        ("own", 7, "the highest sun pointage is 5 and the hi"),
    ]


def test_what_stands_in_for_a_faulty_value_is_not_held_against_a_games_rules(look: Look) -> None:
    text = (
        "format: 1\nname: X\ngames: [never-over]\nsuits:\n"
        "  sun: {sign: '+', color: '#0B7A4B', cards: five}\n"
        "  moon: {sign: '≤', color: '#C8202F', cards: {2: 1, 0: 1}}\n"
    )
    assert told(look(text), "error") == [("own", 5, "this should be a list of keys and values")]
    misspelt = text.replace("cards: five", "crads: {2: 1}")
    assert told(look(misspelt), "error") == [("own", 5, "'crads' is not a key known here")]


# --- what the author means so -----------------------------------------------------------------------


def test_a_pack_may_allow_a_warning_for_good(look: Look, tmp_path: Path) -> None:
    text = "format: 1\nname: X\nsuits:\n  green: {sign: '+', color: '#00855B', cards: {2: 1}}\n"
    text += "extras: [{face: text, title: Pale, text: words, color: '#DDDDDD'}]\n"
    (warning,) = look(text).of("warning")
    assert warning.hint.endswith("; or accept it with allow: [contrast]")
    allowed = look(text + "allow: [contrast]\n")
    assert allowed.problems == ()
    assert [problem.name for problem in allowed.allowed] == ["contrast"]
    assert cardgen.load(str(tmp_path / "own.yaml"), strict=True)
    assert look(text + "allow: [lightness]\n").of("warning") == [warning]
    misspelt = {each.message for each in look(text + "allow: [contrst]\n").problems}
    assert "'contrst' is not one of the choices here" in misspelt


def test_a_proof_lists_what_the_pack_allows(tmp_path: Path) -> None:
    text = "format: 1\nname: X\nsuits:\n  green: {sign: '+', color: '#00855B', cards: {2: 1}}\n"
    text += "extras: [{face: text, title: Pale, text: words, color: '#DDDDDD'}]\nallow: [contrast]\n"
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    assert run(["proof", str(tmp_path / "own.yaml"), "-o", str(tmp_path / "proof.pdf")]) == 0
    with pypdfium2.PdfDocument(tmp_path / "proof.pdf") as proof:
        said = " ".join(proof[0].get_textpage().get_text_range().split())
    assert "Accepted by the pack 'Pale' on the card text has a contrast of 1.4 to the ground" in said


def test_an_error_is_not_allowed(look: Look) -> None:
    found = look("format: 1\nname: X\nallow: [contrast]\nstyle: paper\n" + PALE)
    assert told(found) == [("own", 6, "the large index and the small index on t")]


# --- variants ---------------------------------------------------------------------------------------

BASE = "format: 1\nname: B\nstyle: solid\n" + PALE


def notes(examined: api.Examined) -> list[tuple[str, int, str]]:
    return told(examined, "note")


@pytest.mark.parametrize(
    ("variant", "line"),
    [
        ("style: paper\n", 3),
        ("extras: [{face: title}]\nstyle: paper\n", 4),
        ("index: {small: {height: 6 mm}}\nsuits: {green: {name: G}}\nstyle: paper\n", 5),
    ],
)
def test_what_a_variants_line_causes_in_its_base_is_shown_at_that_line(
    look: Look, variant: str, line: int
) -> None:
    found = look(f"extends: base.yaml\nname: V\n{variant}", base=BASE)
    assert told(found) == [("own", line, "the large index and the small index on t")]
    assert notes(found) == [("base", 5, "this is the place in the base")]


def test_the_line_is_the_lowest_that_is_to_blame(look: Look) -> None:
    corners = "index: {small: {corners: [top-right, bottom-left]}}\nstripe: {from: top-left}\n"
    base = BASE.replace("#B0C0B0", "#00855B") + corners
    text = "extends: base.yaml\nname: V\nstripe:\n  width: 4 mm\n  from: bottom-left\n"
    found = look(text, base=base)
    assert told(found) == [
        ("own", 5, "the top-right index is on the stripe"),
        ("own", 5, "the bottom-left index is on the stripe"),
    ]
    assert notes(found) == [("base", 6, "this is the place in the base")] * 2


def test_a_fault_of_the_base_itself_stays_there(look: Look) -> None:
    base = BASE.replace("solid", "paper")
    assert told(look("extends: base.yaml\nname: V\n", base=base)) == [
        ("base", 5, "the large index and the small index on t")
    ]


def test_a_variant_is_told_how_to_leave_the_game_of_its_base(look: Look) -> None:
    found = look("extends: never-over\nname: V\nsuits: {green: {cards: {7: 1}}}\n")
    assert told(found) == [("own", 3, "the highest green pointage is 7 and the ")]
    (note,) = [problem for problem in found.of("note") if problem.mark and problem.mark.line == 1]
    assert note.hint == "write games: [] if this pack is for another game, or for none"
    free = look("extends: never-over\nname: V\nsuits: {green: {cards: {7: 1}}}\ngames: []\n")
    assert free.problems == ()


# --- roles ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sun", "moon", "roles"),
    [
        ("sign: '+'", "sign: '≤'", ("sun", "moon")),
        ("sign: '≤'", "sign: '+'", ("moon", "sun")),
        ("sign: '☼', role: ceiling", "sign: '☾', role: attack", ("moon", "sun")),
        ("sign: '≤', role: attack", "sign: '+', role: ceiling", ("sun", "moon")),
    ],
)
def test_a_pack_may_call_its_suits_anything(sun: str, moon: str, roles: tuple[str, str], look: Look) -> None:
    from cardgen.gaming.games.never_over.pack_rules import green_and_red_suits

    text = "format: 1\nname: X\ngames: [never-over]\nsuits:\n"
    text += f"  sun: {{{sun}, color: '#0B7A4B', cards: {{2: 8, 1: 8}}}}\n"
    text += f"  moon: {{{moon}, color: '#5A0A20', cards: {{2: 8, 1: 8}}}}\n"
    text = text.replace("☼", "*").replace("☾", "-")
    pack = look(text).pack
    assert pack is not None
    assert green_and_red_suits(pack) == roles


def test_a_role_that_means_nothing_is_told(look: Look) -> None:
    text = "format: 1\nname: X\nsuits:\n  sun: {sign: '+', role: attack, color: '#0B7A4B', cards: {2: 8}}\n"
    assert told(look(text)) == [("own", 4, "the pack is for no game in which attack ")]


def test_every_name_of_a_warning_is_in_use() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in Path(cardgen.__file__).parent.rglob("*.py"))
    uses = [f'name="{name}"' in code or f'severity, "{name}")' in code for name in WARNINGS]
    assert all(uses), list(zip(WARNINGS, uses, strict=True))


# --- texts that are not saved yet --------------------------------------------------------------------


def test_a_text_is_looked_at_in_place_of_its_file(look: Look, tmp_path: Path) -> None:
    look(PALE)
    text = "stile: solid\n" + PALE
    seen = api.examine(str(tmp_path / "own.yaml"), text=text.encode())
    assert (1, "stile: solid") in [(each.mark.line, each.line) for each in seen.problems if each.mark]
    (tmp_path / "own.yaml").unlink()
    alone = api.examine(str(tmp_path / "own.yaml"), text=b"extends: never-over\n")
    assert alone.slug == "own"
    assert alone.pack is not None


def test_pictures_that_did_not_change_are_decoded_once(
    look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded = []
    confined = child.run_confined

    def counted(*args: object, **more: object) -> object:
        decoded.append(args)
        return confined(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(child, "run_confined", counted)
    Image.new("RGB", (900, 1200), "#405060").save(tmp_path / "back.png")
    text = PALE + "back: {image: back.png}\n"
    for quantity in (1, 2, 3):
        look(text.replace("{2: 1}", f"{{2: {quantity}}}"))
    assert len(decoded) == 1
    Image.new("RGB", (20, 30), "#405060").save(tmp_path / "back.png")
    look(text)
    assert len(decoded) == 2
